import { join } from 'node:path'

/** Key of a file of a build, as its path is below a folder of builds. */
export function keyOfFile(build: string, path: string): string {
  return `builds/${build}/${path}`
}

/** Key of the copy of a manifest, from which its build can be put back. */
export function keyOfCopy(build: string): string {
  return `manifests/${build}.json`
}

/** Key of the note that says who needs a build, which keeps it from being removed. */
export function keyOfNote(build: string): string {
  return `${NOTES}${build}.json`
}

export const BUILDS = 'builds/'
export const NOTES = 'notes/'

export function folderOfBuild(distDir: string, build: string): string {
  return join(distDir, 'builds', build)
}
