/* Lies about one folder of a disk, as a file says: loaded before the C library (LD_PRELOAD).
   DISK_FAULTS names that file, DISK_FOLDER the folder. The file holds one of
   "read_only" (EROFS), "failing" (EIO from fsync), or "slow MILLISECONDS"; else nothing happens. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

static int is_said(const char *word, long *number) {
  const char *file = getenv("DISK_FAULTS");
  char text[64] = "";
  int fd = file == NULL ? -1 : (int)syscall(SYS_openat, AT_FDCWD, file, O_RDONLY);
  if (fd < 0) return 0;
  long got = syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  size_t length = strlen(word);
  if (got <= 0 || strncmp(text, word, length) != 0) return 0;
  if (number != NULL) *number = atol(text + length);
  return 1;
}

static int is_below(const char *path) {
  const char *folder = getenv("DISK_FOLDER");
  return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_file_below(int fd) {
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = '\0';
  return is_below(path);
}

static int refuse(int code) {
  errno = code;
  return -1;
}

static int cannot_change(int fd) { return is_said("read_only", NULL) && is_file_below(fd); }

ssize_t write(int fd, const void *bytes, size_t count) {
  return cannot_change(fd) ? refuse(EROFS) : NEXT(write)(fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return cannot_change(fd) ? refuse(EROFS) : NEXT(pwrite64)(fd, bytes, count, at);
}

int ftruncate64(int fd, off64_t size) {
  return cannot_change(fd) ? refuse(EROFS) : NEXT(ftruncate64)(fd, size);
}

int unlink(const char *path) {
  return is_below(path) && is_said("read_only", NULL) ? refuse(EROFS) : NEXT(unlink)(path);
}

static int cannot_open(const char *path, int flags) {
  return (flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_below(path) && is_said("read_only", NULL);
}

int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return cannot_open(path, flags) ? refuse(EROFS) : NEXT(open64)(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return cannot_open(path, flags) ? refuse(EROFS) : NEXT(open)(path, flags, mode);
}

static int cannot_sync(int fd) {
  long ms = 0;
  if (is_said("failing", NULL)) return is_file_below(fd);
  if (is_said("slow", &ms) && is_file_below(fd)) {
    struct timespec pause = {ms / 1000, (ms % 1000) * 1000000};
    nanosleep(&pause, NULL);
  }
  return 0;
}

int fsync(int fd) { return cannot_sync(fd) ? refuse(EIO) : NEXT(fsync)(fd); }

int fdatasync(int fd) { return cannot_sync(fd) ? refuse(EIO) : NEXT(fdatasync)(fd); }
