#define CURL_DISABLE_TYPECHECK
// One of its functions takes other types from one release to the next.
#define CURLINC_URLAPI_H
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

// These are macros too, for C's sake.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// What is passed to a variadic function of libcurl is one of these, and can be passed on as any of them.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "LP64");

// MARK: - Loading

static void *library;

static void load(void) { library = dlopen("libcurl.so.4", RTLD_NOW); }

// Without libcurl the process ends, as it would at its start if the library were loaded then.
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

FORWARD(CURLcode, curl_easy_pause, (CURL *easy, int directions), easy, directions)
FORWARD(const char *, curl_easy_strerror, (CURLcode code), code)
FORWARD_VARIADIC(CURLcode, curl_easy_getinfo, CURL *, CURLINFO)

FORWARD(CURLM *, curl_multi_init, (void))
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), multi)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), multi, easy)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), multi, easy)
FORWARD(CURLMcode, curl_multi_assign, (CURLM *multi, curl_socket_t socket, void *data), multi, socket, data)
FORWARD(CURLMcode, curl_multi_socket_action, (CURLM *multi, curl_socket_t socket, int events, int *running),
        multi, socket, events, running)
FORWARD_VARIADIC(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)

FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), list, text)
FORWARD(void, curl_slist_free_all, (struct curl_slist *list), list)

FORWARD(void *, curl_url, (void))
FORWARD(int, curl_url_get, (const void *url, int part, char **text, unsigned int flags), url, part, text, flags)
FORWARD(int, curl_url_set, (void *url, int part, const char *text, unsigned int flags), url, part, text, flags)

// MARK: - Heads
//
// FoundationNetworking of Swift 6.3 ends the process where a transfer is complete without the head of an
// answer. libcurl calls it complete if the server closes the connection within the head; and trailers, lines
// behind the body, FoundationNetworking takes for the beginning of another head.

struct head {
  curl_write_callback take_line;
  void *taker;
  bool is_complete;
};

// FoundationNetworking leaves the private pointer of a transfer to others.
static struct head *head_of(CURL *easy) {
  struct head *head = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &head);
  return head;
}

static size_t take_line(char *line, size_t size, size_t count, void *data) {
  struct head *head = data;
  size_t length = size * count;
  if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    // Another head follows on a redirection, or on 100 Continue.
    head->is_complete = false;
  }
  if (head->is_complete) {
    return length;
  }
  head->is_complete = length > 0 && (line[0] == '\r' || line[0] == '\n');
  return head->take_line(line, size, count, head->taker);
}

CURL *curl_easy_init(void) {
  CURL *easy = LOADED(curl_easy_init)();
  struct head *head = calloc(1, sizeof *head);
  if (easy == NULL || head == NULL) {
    abort();
  }
  curl_easy_setopt(easy, CURLOPT_PRIVATE, head);
  return easy;
}

void curl_easy_cleanup(CURL *easy) {
  struct head *head = head_of(easy);
  LOADED(curl_easy_cleanup)(easy);
  free(head);
}

CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...) {
  va_list arguments;
  va_start(arguments, option);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (option == CURLOPT_HEADERFUNCTION) {
    head_of(easy)->take_line = (curl_write_callback)argument;
    argument = (void *)take_line;
  } else if (option == CURLOPT_HEADERDATA) {
    head_of(easy)->taker = argument;
    argument = head_of(easy);
  }
  return LOADED(curl_easy_setopt)(easy, option, argument);
}

CURLMsg *curl_multi_info_read(CURLM *multi, int *left) {
  CURLMsg *message = LOADED(curl_multi_info_read)(multi, left);
  if (message != NULL && message->msg == CURLMSG_DONE && message->data.result == CURLE_OK &&
      !head_of(message->easy_handle)->is_complete) {
    message->data.result = CURLE_GOT_NOTHING;
  }
  return message;
}
