import { type Problem, problemAt } from '../contract/problem.ts'

const REASONS: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  EACCES: ['permission denied', 'give this user the right to write there'],
  EPERM: ['permission denied', 'give this user the right to write there'],
  EROFS: ['the disk is read-only', 'build into a folder that can be written'],
  ENOSPC: ['no space is left', 'free some space'],
  EDQUOT: ['the quota is used up', 'free some space'],
  ENOTDIR: ['a file stands where a folder is needed', 'move the file away'],
  EEXIST: ['something else stands there', 'move it away'],
  EISDIR: ['a folder stands where a file is needed', 'move the folder away'],
  ENOTEMPTY: ['a folder there is not empty', 'move the folder away'],
  EBUSY: ['it is in use, or a disk of its own', 'name a folder inside it'],
  EXDEV: ['it is a disk of its own', 'name a folder inside it'],
  EMFILE: ['too many files are open', 'raise the limit of open files'],
  ENAMETOOLONG: ['the name is too long', 'shorten the path of the page'],
  EIO: ['the disk fails', 'check the disk'],
}

const NO_FOLDER = ['the folder cannot be made', 'name a folder on a disk'] as const

/** What the machine refused, told to the operator; absent when the error is a bug of ours. */
export function describeSystemError(error: unknown, folder: string): Problem | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  // A file that is missing may be a bug of ours; a folder that cannot be made is not.
  const made = 'syscall' in error && error.syscall === 'mkdir'
  const reason = made && error.code === 'ENOENT' ? NO_FOLDER : REASONS[String(error.code)]
  if (reason === undefined) return undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : folder
  const [what, fix] = reason
  return problemAt({ file: path, line: 1, column: 1 }, `cannot write: ${what}`, fix)
}
