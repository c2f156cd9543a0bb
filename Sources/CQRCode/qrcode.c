#include "CQRCode.h"
#include <CLibrary.h>

// MARK: - libqrencode's interface

// As in <qrencode.h>, the same since libqrencode 4.0.
typedef struct {
  int version;
  int width;
  unsigned char *data;
} QRcode;

#define FUNCTIONS(each) \
  each(QRcode *, QRcode_encodeString8bit, (const char *text, int version, int level)) \
  each(void, QRcode_free, (QRcode *code))

CLIBRARY(lib, "libqrencode.so.4", "qrcode", "suggested", FUNCTIONS)

// MARK: - Encoding

size_t cqrcode_encode(const char *text, bool dark[CQRCODE_MOST * CQRCODE_MOST]) {
  if (!clibrary_open(&lib_library)) {
    return 0;
  }
  // The smallest version that holds the text, at the lowest level of correction: a screen has no scratches.
  QRcode *code = lib.QRcode_encodeString8bit(text, 0, 0);
  if (code == NULL) {
    return 0;
  }
  size_t width = code->width > 0 && code->width <= CQRCODE_MOST ? (size_t)code->width : 0;
  for (size_t index = 0; index < width * width; index++) {
    dark[index] = code->data[index] & 1;
  }
  lib.QRcode_free(code);
  return width;
}
