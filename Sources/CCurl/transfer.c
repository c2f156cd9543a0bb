#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include "CCurl.h"
#include <CLibrary.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

// A macro, too.
#undef curl_easy_setopt

#define FUNCTIONS(each) \
  each(CURLcode, curl_global_init, (long flags)) \
  each(CURL *, curl_easy_init, (void)) \
  each(CURLcode, curl_easy_setopt, (CURL *easy, CURLoption option, ...)) \
  each(void, curl_easy_cleanup, (CURL *easy)) \
  each(CURLM *, curl_multi_init, (void)) \
  each(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy)) \
  each(CURLMcode, curl_multi_perform, (CURLM *multi, int *running)) \
  each(CURLMcode, curl_multi_poll, (CURLM *multi, struct curl_waitfd *others, unsigned count, int timeout, \
                                    int *ready)) \
  each(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left)) \
  each(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy)) \
  each(CURLMcode, curl_multi_cleanup, (CURLM *multi)) \
  each(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text)) \
  each(void, curl_slist_free_all, (struct curl_slist *list))

CLIBRARY(curl, "libcurl.so.4", "http", "recommended", FUNCTIONS)

// MARK: - The answer

static size_t take_line(char *bytes, size_t size, size_t count, void *data) {
  const struct ccurl_receiver *receiver = data;
  return receiver->take_line(receiver->context, bytes, size * count) ? size * count : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
  const struct ccurl_receiver *receiver = data;
  // Zero would mean that an empty piece was accepted.
  return receiver->take_body(receiver->context, bytes, size * count) ? size * count : size * count + 1;
}

static int go_on(void *data, curl_off_t download_size, curl_off_t downloaded, curl_off_t upload_size,
                 curl_off_t uploaded) {
  (void)download_size, (void)downloaded, (void)upload_size, (void)uploaded;
  const struct ccurl_receiver *receiver = data;
  return receiver->go_on(receiver->context) ? 0 : 1;
}

// Commands on events must not inherit a connection.
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)data, (void)purpose;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static enum ccurl_end end_of(CURLcode code) {
  switch (code) {
  case CURLE_OK: return CCURL_COMPLETE;
  case CURLE_WRITE_ERROR:
  case CURLE_ABORTED_BY_CALLBACK: return CCURL_STOPPED;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_RESOLVE_PROXY: return CCURL_UNKNOWN_HOST;
  case CURLE_COULDNT_CONNECT:
  case CURLE_OPERATION_TIMEDOUT: return CCURL_NO_CONNECTION;
  case CURLE_BAD_CONTENT_ENCODING: return CCURL_UNREADABLE;
  case CURLE_GOT_NOTHING: return CCURL_NO_ANSWER;
  case CURLE_PARTIAL_FILE:
  case CURLE_SEND_ERROR:
  case CURLE_RECV_ERROR: return CCURL_BROKEN_OFF;
  case CURLE_SSL_CONNECT_ERROR: return CCURL_TLS_FAILED;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE: return CCURL_UNTRUSTED;
  default: return CCURL_FAILED;
  }
}

// MARK: - Connections

// Idle connections serve the next request to the same server. An easy handle never serves twice: before 8.1,
// libcurl would continue a freed line of its last answer if the next one begins with a folded line.
static CURLM *resting;
static pthread_mutex_t resting_lock = PTHREAD_MUTEX_INITIALIZER;

static CURLM *exchange_resting(CURLM *connections) {
  pthread_mutex_lock(&resting_lock);
  CURLM *other = resting;
  resting = connections;
  pthread_mutex_unlock(&resting_lock);
  return other;
}

static atomic_int running;

// At exit, libcurl's libraries release what a running transfer still uses.
static void end_at_once(int status, void *data) {
  (void)data;
  if (running > 0) {
    fflush(NULL);
    _exit(status);
  }
}

static void initialise(void) {
  curl.curl_global_init(CURL_GLOBAL_DEFAULT);
  // Runs before the handlers registered so far.
  on_exit(end_at_once, NULL);
}

static CURLM *take_connections(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialise);
  CURLM *connections = exchange_resting(NULL);
  return connections == NULL ? curl.curl_multi_init() : connections;
}

static void rest(CURLM *connections) {
  CURLM *other = exchange_resting(connections);
  if (other != NULL) {
    curl.curl_multi_cleanup(other);
  }
}

// MARK: - Transfers

static CURLcode set_options(CURL *easy, const struct ccurl_request *request,
                            const struct ccurl_receiver *receiver, struct curl_slist *fields) {
  CURLcode code = CURLE_OK;
#define SET(option, value) code = code == CURLE_OK ? curl.curl_easy_setopt(easy, option, value) : code
  SET(CURLOPT_URL, request->address);
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  // The program handles signals, including SIGPIPE.
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_HTTPHEADER, fields);
  SET(CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
  // A proxy's own answers are not the server's.
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_HEADERFUNCTION, take_line);
  SET(CURLOPT_HEADERDATA, (void *)receiver);
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, (void *)receiver);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, go_on);
  SET(CURLOPT_XFERINFODATA, (void *)receiver);
  if (request->body != NULL) {
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
    SET(CURLOPT_POSTFIELDS, request->body);
  }
#undef SET
  return code;
}

static CURLcode perform(CURLM *connections, CURL *easy) {
  CURLMcode code = curl.curl_multi_add_handle(connections, easy);
  CURLcode result = CURLE_FAILED_INIT;
  int unfinished = 1;
  while (code == CURLM_OK && unfinished > 0) {
    code = curl.curl_multi_perform(connections, &unfinished);
    if (code == CURLM_OK && unfinished > 0) {
      code = curl.curl_multi_poll(connections, NULL, 0, 1000, NULL);
    }
  }
  int left;
  const CURLMsg *message = curl.curl_multi_info_read(connections, &left);
  if (message != NULL && message->msg == CURLMSG_DONE) {
    result = message->data.result;
  }
  curl.curl_multi_remove_handle(connections, easy);
  return result;
}

struct transfer {
  const struct ccurl_request *request;
  const struct ccurl_receiver *receiver;
  enum ccurl_end end;
};

static void *run(void *data) {
  struct transfer *transfer = data;
  const struct ccurl_request *request = transfer->request;
  CURLM *connections = take_connections();
  CURL *easy = curl.curl_easy_init();
  // Do not ask for permission to send a body (Expect: 100-continue).
  struct curl_slist *fields = curl.curl_slist_append(NULL, "Expect:");
  for (size_t index = 0; fields != NULL && index < request->field_count; index++) {
    struct curl_slist *longer = curl.curl_slist_append(fields, request->fields[index]);
    if (longer == NULL) {
      curl.curl_slist_free_all(fields);
    }
    fields = longer;
  }
  CURLcode code = CURLE_OUT_OF_MEMORY;
  if (connections != NULL && easy != NULL && fields != NULL) {
    code = set_options(easy, request, transfer->receiver, fields);
    if (code == CURLE_OK) {
      code = perform(connections, easy);
    }
  }
  curl.curl_easy_cleanup(easy);
  curl.curl_slist_free_all(fields);
  if (connections != NULL) {
    rest(connections);
  }
  transfer->end = end_of(code);
  return NULL;
}

enum ccurl_end ccurl_transfer(const struct ccurl_request *request, const struct ccurl_receiver *receiver) {
  if (!clibrary_open(&curl_library)) {
    return CCURL_NO_LIBRARY;
  }
  running++;
  struct transfer transfer = {request, receiver, CCURL_FAILED};
  // What OpenSSL keeps for a thread is released when the thread ends, and once more by an exit at that moment, so
  // nobody may learn of the answer before the thread has ended.
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, &transfer) == 0) {
    pthread_join(thread, NULL);
  }
  running--;
  return transfer.end;
}
