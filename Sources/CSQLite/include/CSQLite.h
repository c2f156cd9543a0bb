#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Keeps SQLite from following a journal to another file, from now on and for all files of the process.
///
/// A journal may name a "super-journal", which SQLite deletes once it has rolled back; poi writes none. The first call must
/// come before any other use of SQLite, as it also turns off SQLite's count of its memory.
/// Returns one of SQLite's result codes.
int csqlite_forbid_super_journals(void);

/// Makes a connection distrust the schema of its file: no view, no trigger, no function of the schema's own choice, no
/// writing to the tables behind an index, no other file attached.
/// Returns one of SQLite's result codes.
int csqlite_distrust(sqlite3 *database);

#endif
