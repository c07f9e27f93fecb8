import { basename, relative } from 'node:path'

/** How the user called this program, so that a suggested command can be copied. */
export function nameProgram(): string {
  const [, script = ''] = process.argv
  // A compiled program has a path of its own making here.
  if (!script.endsWith('main.ts')) return basename(process.execPath)
  const near = relative(process.cwd(), script)
  return `bun ${near.startsWith('..') ? script : near}`
}
