#ifndef CQRCODE_H
#define CQRCODE_H

#include <stdbool.h>
#include <stddef.h>

// libqrencode, loaded when it is first called.

/// The most modules on one side of a QR code.
#define CQRCODE_MOST 177

/// Encodes a text that ends with 0, and writes whether each module is dark, row by row.
///
/// Returns the number of modules on one side; 0 without the library, or if the text is too long.
size_t cqrcode_encode(const char *text, bool dark[CQRCODE_MOST * CQRCODE_MOST]);

#endif
