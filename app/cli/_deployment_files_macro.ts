import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The home of these files: our own pages show them. */
const FOLDER = join(import.meta.dir, '../../corpus/pages/run/files')

/** Runs while the program is bundled: the single executable carries what this returns. */
export function readDeploymentFiles(): Readonly<Record<string, string>> {
  const names = readdirSync(FOLDER).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]))
}
