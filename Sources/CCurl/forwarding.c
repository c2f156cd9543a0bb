// The functions of libcurl that FoundationNetworking and transfer.c call; each loads the library if necessary.
#define CURL_DISABLE_TYPECHECK
// One of its functions takes other types from one release to the next.
#define CURLINC_URLAPI_H
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sysexits.h>
#include <unistd.h>

// These are macros too, for C's sake.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// Every argument of libcurl's variadic functions is one of these, and can be passed on as any of them.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "LP64");

// MARK: - Loading

static void *library;

static void load(void) { library = dlopen("libcurl.so.4", RTLD_NOW); }

// Without libcurl the process exits, as it would at startup if it were linked.
static void *function(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  void *found = library == NULL ? NULL : dlsym(library, name);
  if (found == NULL) {
    dprintf(STDERR_FILENO, "poi: servers are asked with libcurl: %s; install libcurl4\n", dlerror());
    _exit(EX_UNAVAILABLE);
  }
  return found;
}

#define LOADED(name) ((__typeof__(&name))function(#name))

#define FORWARD(result, name, parameters, ...) \
  result name parameters { return LOADED(name)(__VA_ARGS__); }

#define FORWARD_VARIADIC(result, name, subject_type, option_type) \
  result name(subject_type subject, option_type option, ...) { \
    va_list arguments; \
    va_start(arguments, option); \
    void *argument = va_arg(arguments, void *); \
    va_end(arguments); \
    return LOADED(name)(subject, option, argument); \
  }

FORWARD(CURLcode, curl_global_init, (long flags), flags)
FORWARD(char *, curl_version, (void))
FORWARD(curl_version_info_data *, curl_version_info, (CURLversion age), age)
FORWARD(void, curl_free, (void *memory), memory)

FORWARD(CURL *, curl_easy_init, (void))
FORWARD(void, curl_easy_cleanup, (CURL *easy), easy)
FORWARD(CURLcode, curl_easy_perform, (CURL *easy), easy)
FORWARD_VARIADIC(CURLcode, curl_easy_setopt, CURL *, CURLoption)
FORWARD(CURLcode, curl_easy_pause, (CURL *easy, int directions), easy, directions)
FORWARD(const char *, curl_easy_strerror, (CURLcode code), code)
FORWARD_VARIADIC(CURLcode, curl_easy_getinfo, CURL *, CURLINFO)

FORWARD(CURLM *, curl_multi_init, (void))
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), multi)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), multi, easy)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), multi, easy)
FORWARD(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), multi, running)
FORWARD(CURLMcode, curl_multi_poll,
        (CURLM *multi, struct curl_waitfd *others, unsigned int count, int timeout, int *ready),
        multi, others, count, timeout, ready)
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), multi, left)
FORWARD(CURLMcode, curl_multi_assign, (CURLM *multi, curl_socket_t socket, void *data), multi, socket, data)
FORWARD(CURLMcode, curl_multi_socket_action, (CURLM *multi, curl_socket_t socket, int events, int *running),
        multi, socket, events, running)
FORWARD_VARIADIC(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)

FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), list, text)
FORWARD(void, curl_slist_free_all, (struct curl_slist *list), list)

FORWARD(void *, curl_url, (void))
FORWARD(int, curl_url_get, (const void *url, int part, char **text, unsigned int flags), url, part, text, flags)
FORWARD(int, curl_url_set, (void *url, int part, const char *text, unsigned int flags), url, part, text, flags)
