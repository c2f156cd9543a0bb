#include "CSQLite.h"
#include <pthread.h>

// MARK: - Journals

static sqlite3_vfs guarded;
static sqlite3_vfs *original;
static int registration = SQLITE_ERROR;

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  if (flags & SQLITE_OPEN_MASTER_JOURNAL) {
    // Tells SQLite that there is nothing to be closed.
    file->pMethods = NULL;
    return SQLITE_CANTOPEN;
  }
  return original->xOpen(vfs, name, file, flags, out_flags);
}

static void register_guarded(void) {
  // Nobody asks how much memory SQLite has, and counting it takes a lock for each piece of memory.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  original = sqlite3_vfs_find(NULL);
  if (original == NULL) {
    return;
  }
  guarded = *original;
  guarded.pNext = NULL;
  guarded.zName = "poi";
  guarded.xOpen = open_file;
  registration = sqlite3_vfs_register(&guarded, 1);
}

int csqlite_forbid_super_journals(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_guarded);
  return registration;
}

// MARK: - Schemas

int csqlite_distrust(sqlite3 *database) {
  static const struct {
    int option;
    int value;
  } settings[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
      {SQLITE_DBCONFIG_DQS_DDL, 0},         {SQLITE_DBCONFIG_DQS_DML, 0},
  };
  for (unsigned index = 0; index < sizeof settings / sizeof settings[0]; index++) {
    int code = sqlite3_db_config(database, settings[index].option, settings[index].value, (int *)0);
    if (code != SQLITE_OK) {
      return code;
    }
  }
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
  sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
  return SQLITE_OK;
}
