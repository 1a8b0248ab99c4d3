//! plain_kernels = true

// The C library's headers before SYCL's: their macros with names in small letters, such as `no_argument`
// and `major`, and of one letter, such as `I`, are not names in SYCL's headers. Nor do types like
// `ulong`, which both have, become ambiguous.
#include <aio.h>
#include <argp.h>
#include <argz.h>
#include <arpa/inet.h>
#include <arpa/telnet.h>
#include <assert.h>
#include <byteswap.h>
#include <complex.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <endian.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <fts.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <limits.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mcheck.h>
#include <mntent.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <obstack.h>
#include <paths.h>
#include <poll.h>
#include <printf.h>
#include <pthread.h>
#include <pty.h>
#include <pwd.h>
#include <regex.h>
#include <resolv.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/param.h>
#include <sys/poll.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/ucontext.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <syslog.h>
#include <termios.h>
#include <tgmath.h>
#include <time.h>
#include <uchar.h>
#include <ucontext.h>
#include <unistd.h>
#include <utmpx.h>
#include <values.h>
#include <wchar.h>
#include <wordexp.h>

#ifndef no_argument
#error "<getopt.h> defines it"
#endif
// C++'s header of that name leaves it out.
#undef I
#define I (__extension__ 1.0i)

#include "check.hpp"

using namespace sycl;

static_assert(sizeof(ushort) == 2 && sizeof(uint) == 4 && sizeof(ulong) == sizeof(sycl::ulong));
static_assert(std::is_same_v<sycl::uchar, unsigned char> && std::is_same_v<sycl::schar, signed char>);
static_assert(std::is_same_v<sycl::longlong, long long> && std::is_same_v<sycl::ulonglong, unsigned long long>);

int main() {
  queue q;
  int *sum = malloc_shared<int>(1, q);
  float4 *color = malloc_shared<float4>(1, q);
  *sum = 0;
  q.parallel_for(range<1>(100), reduction(sum, plus<int>()), [=](id<1> i, auto &into) { into += int(i[0]); }).wait();
  q.single_task([=] {
     float4 c(1);
     c += {1, 2, 3, 4};
     c.lo() *= {2, 3};
     *color = c;
   }).wait();
  CHECK_EQ(*sum, 4950);
  CHECK_EQ((*color)[0], 4.0f);
  CHECK_EQ((*color)[1], 9.0f);
  CHECK_EQ((*color)[3], 5.0f);
  free(sum, q);
  free(color, q);
  return check::result();
}
