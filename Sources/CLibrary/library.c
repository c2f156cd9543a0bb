#include "CLibrary.h"
#include <dlfcn.h>
#include <pthread.h>

static bool look_up(struct clibrary *library, void *opened) {
  for (size_t index = 0; index < library->count; index++) {
    library->addresses[index] = dlsym(opened, library->functions[index]);
    if (library->addresses[index] == NULL) {
      return false;
    }
  }
  return true;
}

bool clibrary_open(struct clibrary *library) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (!library->is_open) {
    void *opened = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    library->is_open = opened != NULL && look_up(library, opened);
    if (opened != NULL && !library->is_open) {
      dlclose(opened);
    }
  }
  bool is_open = library->is_open;
  pthread_mutex_unlock(&lock);
  return is_open;
}
