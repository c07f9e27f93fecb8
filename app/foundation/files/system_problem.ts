import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'

const REASONS: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  EACCES: ['permission denied', 'let this user write there'],
  EPERM: ['permission denied', 'let this user write there'],
  EROFS: ['the disk is read-only', 'build into a folder that can be written'],
  ENOSPC: ['no space left on the disk', 'free some space'],
  EDQUOT: ['disk quota exceeded', 'free some space'],
  ENOTDIR: ['a file is in the way of a folder', 'move the file'],
  EEXIST: ['the path already exists', 'move what is there'],
  EISDIR: ['a folder is in the way of a file', 'move the folder'],
  ENOTEMPTY: ['a folder there is not empty', 'move the folder'],
  EBUSY: ['in use, or a mount point', 'name a folder inside it'],
  EXDEV: ['it is on another disk', 'name a folder inside it'],
  EMFILE: ['too many open files', 'raise the limit of open files'],
  ENAMETOOLONG: ['the name is too long', 'shorten the path of the page'],
  EIO: ['disk error', 'check the disk'],
}

const NO_FOLDER = ['the folder cannot be created', 'name a folder on a disk'] as const

/** A system error as a problem for the operator; absent when the error is a bug of ours. */
export function describeSystemError(error: unknown, folder: string): Problem | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  // A missing file may be a bug of ours; a folder that cannot be created is not.
  const made = 'syscall' in error && error.syscall === 'mkdir'
  const reason = made && error.code === 'ENOENT' ? NO_FOLDER : REASONS[String(error.code)]
  if (reason === undefined) return undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : folder
  const [what, fix] = reason
  return problemAt(startOfFile(path), `cannot write: ${what}`, fix)
}
