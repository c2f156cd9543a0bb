#ifndef CCURL_H
#define CCURL_H

// libcurl, loaded when it is first called: what a run does not use, it does not wait for.
//
// There is nothing to call here. `ccurl.c` defines the functions that FoundationNetworking takes from libcurl,
// under their own names, and each passes its call on. The linker finds them before it looks for libcurl.

#endif
