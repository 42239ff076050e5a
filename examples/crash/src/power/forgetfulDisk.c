/*
 * Records everything that a process writes to one folder, so that a program can build the content
 * that the folder may have after a power failure. It is loaded with LD_PRELOAD. Environment:
 *
 * PAYLOOM_DISK_FOLDER   the absolute path of the folder. It has no folders in it.
 * PAYLOOM_DISK_LOG      the file of records. All processes append to it.
 * PAYLOOM_DISK_SWITCH   the file of struct disk_switch, which the controlling program changes.
 *
 * Recorded are writes, truncations, syncs, and the creation, removal and renaming of files. A
 * record is one append, so the records of several processes have one order. A write is recorded
 * before the caller continues. A sync is recorded when it begins and when it ends, because it covers
 * only the writes before its begin. Changes of names and their records are made under a lock, because
 * another process may use a name at once. The -shm files of SQLite are not recorded: they are mapped
 * into memory, and SQLite builds them anew after a failure.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct disk_switch {
  /* 1 if the power is on. A process that finds 0 is killed before its next operation. */
  _Atomic int32_t power;
  /* The number of operations until the fault. 0 for no fault. */
  _Atomic int32_t left;
  /* The fault: 0 for a power failure, ENOSPC for a full disk, EIO for a disk that fails. */
  _Atomic int32_t fault;
  /* 1 while the fault lasts. A power failure clears `power` instead. */
  _Atomic int32_t faulty;
};

enum { WRITTEN = 1, TRUNCATED, SYNC_BEGUN, SYNC_ENDED, CREATED, UNLINKED, RENAMED };

struct record {
  uint32_t magic;
  uint32_t kind;
  uint64_t file;
  uint64_t at;
  uint64_t length;
};

#define MAGIC 0x6b736964u
#define MOST_FILES 65536

static struct disk_switch *disk;
static const char *folder;
static size_t folder_length;
static int records = -1;
static _Atomic uint64_t syncs;
/* The inode of each open file of the folder. 0 for other files. */
static uint64_t files[MOST_FILES];

/* The function of the same name in the C library. */
#define REAL(name)                                          \
  (__extension__({                                          \
    static __typeof__(&name) real;                          \
    if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    real;                                                   \
  }))

static void die(void) {
  for (;;) kill(getpid(), SIGKILL);
}

__attribute__((constructor)) static void begin(void) {
  const char *log = getenv("PAYLOOM_DISK_LOG"), *path = getenv("PAYLOOM_DISK_SWITCH");
  const char *place = getenv("PAYLOOM_DISK_FOLDER");
  if (log == NULL || path == NULL || place == NULL) return;
  int file = REAL(open)(path, O_RDWR | O_CLOEXEC);
  disk = mmap(NULL, sizeof *disk, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (disk == MAP_FAILED) _exit(97);
  /* A process that starts during a power failure waits for its end, or for the end of its parent. */
  pid_t parent = getppid();
  while (!disk->power) {
    if (getppid() != parent) _exit(98);
    usleep(2000);
  }
  records = REAL(open)(log, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (records < 0) _exit(99);
  folder_length = strlen(place);
  folder = place;
}

/* Returns the name of a file in the folder, "" for the folder itself, or NULL. */
static const char *name_in_folder(const char *path) {
  if (folder == NULL || path == NULL || strncmp(path, folder, folder_length) != 0) return NULL;
  const char *rest = path + folder_length;
  if (*rest == '\0') return rest;
  if (*rest != '/') return NULL;
  size_t length = strlen(++rest);
  return length > 4 && strcmp(rest + length - 4, "-shm") == 0 ? NULL : rest;
}

static uint64_t inode_of(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 ? found.st_ino : 0;
}

/* Returns the inode of a file of the folder, or 0. Node closes files by a system call of its own, so
 * the number of a closed file may be that of a socket now. */
static uint64_t tracked(int fd) {
  if (folder == NULL || fd < 0 || fd >= MOST_FILES || files[fd] == 0) return 0;
  struct stat found;
  int is_file = fstat(fd, &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode));
  if (!is_file || found.st_ino != files[fd]) files[fd] = 0;
  return files[fd];
}

static void write_record(int kind, uint64_t file, uint64_t at, const void *bytes, size_t length) {
  struct record record = {MAGIC, kind, file, at, length};
  struct iovec parts[] = {{&record, sizeof record}, {(void *)bytes, length}};
  if (REAL(writev)(records, parts, 2) != (ssize_t)(sizeof record + length)) _exit(96);
}

/* Called at the begin of an operation. Returns 1 if the power fails during it. */
static int begin_operation(void) {
  if (!disk->power) die();
  int32_t left = disk->left;
  while (left > 0 && !atomic_compare_exchange_weak(&disk->left, &left, left - 1)) continue;
  if (left != 1) return 0;
  if (disk->fault == 0) return 1;
  disk->faulty = 1;
  return 0;
}

/* Called at the end of an operation. */
static void end_operation(int fails, int saved) {
  if (fails) {
    disk->power = 0;
    die();
  }
  errno = saved;
}

static int fault(void) {
  return disk->faulty ? disk->fault : 0;
}

/* Returns the number of bytes that the disk takes. A full disk takes only those of old blocks. */
static ssize_t taken(int fd, size_t count, off_t at) {
  int error = fault();
  if (error == 0) return count;
  struct stat found;
  if (error == ENOSPC && fstat(fd, &found) == 0 && at < found.st_size) {
    off_t old = found.st_size - at;
    return old < (off_t)count ? old : (ssize_t)count;
  }
  errno = error;
  return -1;
}

static ssize_t write_at(int fd, const void *bytes, size_t count, off_t at, int is_placed) {
  uint64_t file = tracked(fd);
  if (file == 0) {
    return is_placed ? REAL(pwrite64)(fd, bytes, count, at) : REAL(write)(fd, bytes, count);
  }
  int fails = begin_operation();
  ssize_t some = taken(fd, count, at);
  if (some < 0) return -1;
  ssize_t done = is_placed ? REAL(pwrite64)(fd, bytes, some, at) : REAL(write)(fd, bytes, some);
  int saved = errno;
  if (done > 0 && !is_placed) at = lseek(fd, 0, SEEK_CUR) - done;
  if (done > 0) write_record(WRITTEN, file, at, bytes, done);
  end_operation(fails, saved);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
  return write_at(fd, bytes, count, at, 1);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return write_at(fd, bytes, count, at, 1);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  if (tracked(fd) == 0) return REAL(write)(fd, bytes, count);
  off_t at = lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  return write_at(fd, bytes, count, at, 0);
}

static int truncate_to(int fd, off_t size) {
  uint64_t file = tracked(fd);
  if (file == 0) return REAL(ftruncate64)(fd, size);
  int fails = begin_operation();
  if (fault() == EIO) return errno = EIO, -1;
  int result = REAL(ftruncate64)(fd, size), saved = errno;
  if (result == 0) write_record(TRUNCATED, file, size, NULL, 0);
  end_operation(fails, saved);
  return result;
}

int ftruncate64(int fd, off_t size) {
  return truncate_to(fd, size);
}

int ftruncate(int fd, off_t size) {
  return truncate_to(fd, size);
}

static int sync_with(int fd, int (*sync)(int)) {
  uint64_t file = tracked(fd);
  if (file == 0) return sync(fd);
  int fails = begin_operation();
  if (fault() == EIO) return errno = EIO, -1;
  uint64_t number = ((uint64_t)getpid() << 32) + ++syncs;
  write_record(SYNC_BEGUN, file, number, NULL, 0);
  int result = sync(fd), saved = errno;
  /* The data may be on disk, but nobody is told so. */
  if (fails || !disk->power) end_operation(1, saved);
  if (result == 0) write_record(SYNC_ENDED, file, number, NULL, 0);
  errno = saved;
  return result;
}

int fsync(int fd) {
  return sync_with(fd, REAL(fsync));
}

int fdatasync(int fd) {
  return sync_with(fd, REAL(fdatasync));
}

static int begin_change_of_names(void) {
  int fails = begin_operation();
  while (flock(records, LOCK_EX) != 0) continue;
  return fails;
}

static void end_change_of_names(int fails, int saved) {
  flock(records, LOCK_UN);
  end_operation(fails, saved);
}

static int create(const char *path, const char *name, int flags, mode_t mode) {
  if (fault() != 0) return errno = fault(), -1;
  int fails = begin_change_of_names();
  int fd = REAL(open64)(path, flags | O_EXCL, mode), saved = errno;
  if (fd >= 0) write_record(CREATED, inode_of(fd), 0, name, strlen(name));
  end_change_of_names(fails, saved);
  return fd;
}

static int open_file(const char *path, int flags, mode_t mode) {
  const char *name = name_in_folder(path);
  if (name != NULL && !disk->power) die();
  int fd = -1;
  if (name != NULL && (flags & O_CREAT) && access(path, F_OK) != 0) {
    fd = create(path, name, flags, mode);
    /* Another process may have created the file in between. */
    if (fd < 0 && (errno != EEXIST || (flags & O_EXCL))) return -1;
  }
  if (fd < 0) fd = REAL(open64)(path, flags, mode);
  if (fd < 0 || fd >= MOST_FILES) return fd;
  files[fd] = name == NULL ? 0 : inode_of(fd);
  if (files[fd] != 0 && (flags & O_TRUNC)) write_record(TRUNCATED, files[fd], 0, NULL, 0);
  return fd;
}

#define OPEN(name)                                          \
  int name(const char *path, int flags, ...) {              \
    va_list more;                                           \
    va_start(more, flags);                                  \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more);                                           \
    return open_file(path, flags, mode);                    \
  }

OPEN(open)
OPEN(open64)

int unlink(const char *path) {
  const char *name = name_in_folder(path);
  if (name == NULL) return REAL(unlink)(path);
  int fails = begin_change_of_names();
  int result = REAL(unlink)(path), saved = errno;
  if (result == 0) write_record(UNLINKED, 0, 0, name, strlen(name));
  end_change_of_names(fails, saved);
  return result;
}

int rename(const char *from, const char *to) {
  const char *old = name_in_folder(from), *new = name_in_folder(to);
  if (old == NULL || new == NULL) return REAL(rename)(from, to);
  int fails = begin_change_of_names();
  int result = REAL(rename)(from, to), saved = errno;
  char both[2 * PATH_MAX];
  size_t length = strlen(old) + 1;
  strcpy(both, old);
  strcpy(both + length, new);
  if (result == 0) write_record(RENAMED, 0, 0, both, length + strlen(new));
  end_change_of_names(fails, saved);
  return result;
}
