import { join, resolve } from 'node:path'

export const ROOT: string = resolve(import.meta.dir, '..', '..')

/** The program, as run from source. */
export const MAIN: string = join(ROOT, 'app', 'main.ts')

/** Our own documentation. */
export const CORPUS: string = join(ROOT, 'corpus')
