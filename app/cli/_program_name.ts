import { basename, relative } from 'node:path'

/** How the user called this program, so that a suggested command can be copied. */
export function nameProgram(): string {
  const [, script = ''] = process.argv
  if (isCompiled()) return basename(process.execPath)
  const near = relative(process.cwd(), script)
  return `bun ${near.startsWith('..') ? script : near}`
}

/** Whether the program is one file: it has a path of its own making where a script has its name. */
export function isCompiled(): boolean {
  return !(process.argv[1] ?? '').endsWith('main.ts')
}
