#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include "CCurl.h"
#include <curl/curl.h>
#include <pthread.h>
#include <sys/socket.h>

static size_t take_line(char *bytes, size_t size, size_t count, void *data) {
  const struct ccurl_receiver *receiver = data;
  return receiver->take_line(receiver->context, bytes, size * count) ? size * count : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
  const struct ccurl_receiver *receiver = data;
  // Zero would say of an empty piece that it was taken.
  return receiver->take_body(receiver->context, bytes, size * count) ? size * count : size * count + 1;
}

static int go_on(void *data, curl_off_t download_size, curl_off_t downloaded, curl_off_t upload_size,
                 curl_off_t uploaded) {
  (void)download_size, (void)downloaded, (void)upload_size, (void)uploaded;
  const struct ccurl_receiver *receiver = data;
  return receiver->go_on(receiver->context) ? 0 : 1;
}

// The commands on events are not to inherit a connection.
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

// MARK: - Handles

// One that is at rest keeps its connection for the next request to the same server.
static CURL *resting;
static pthread_mutex_t resting_lock = PTHREAD_MUTEX_INITIALIZER;

static CURL *exchange_resting(CURL *easy) {
  pthread_mutex_lock(&resting_lock);
  CURL *other = resting;
  resting = easy;
  pthread_mutex_unlock(&resting_lock);
  return other;
}

static void initialise(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static CURL *take_handle(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialise);
  CURL *easy = exchange_resting(NULL);
  if (easy == NULL) {
    return curl_easy_init();
  }
  curl_easy_reset(easy);
  return easy;
}

static void rest(CURL *easy) {
  CURL *other = exchange_resting(easy);
  if (other != NULL) {
    curl_easy_cleanup(other);
  }
}

// MARK: - Transfers

static CURLcode set_options(CURL *easy, const struct ccurl_request *request,
                            const struct ccurl_receiver *receiver, struct curl_slist *fields) {
  CURLcode code = CURLE_OK;
#define SET(option, value) code = code == CURLE_OK ? curl_easy_setopt(easy, option, value) : code
  SET(CURLOPT_URL, request->address);
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  // Signals and SIGPIPE are the program's.
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_HTTPHEADER, fields);
  SET(CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
  // A proxy's own answers are none of the server's.
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

enum ccurl_end ccurl_transfer(const struct ccurl_request *request, const struct ccurl_receiver *receiver) {
  CURL *easy = take_handle();
  if (easy == NULL) {
    return CCURL_FAILED;
  }
  // No leave is asked to send a body.
  struct curl_slist *fields = curl_slist_append(NULL, "Expect:");
  for (size_t index = 0; fields != NULL && index < request->field_count; index++) {
    struct curl_slist *longer = curl_slist_append(fields, request->fields[index]);
    if (longer == NULL) {
      curl_slist_free_all(fields);
    }
    fields = longer;
  }
  CURLcode code = fields == NULL ? CURLE_OUT_OF_MEMORY : set_options(easy, request, receiver, fields);
  if (code == CURLE_OK) {
    code = curl_easy_perform(easy);
  }
  // What it points to is gone from now on.
  curl_easy_reset(easy);
  curl_slist_free_all(fields);
  rest(easy);
  return end_of(code);
}
