import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackageFacts } from '../../contract/package_files.ts'
import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'
import type { EmittedFile } from '../../foundation/files/folder_writer.ts'
import { decodeSource } from '../../text/source_text/source_file.ts'
import { listEntries } from './package_folder.ts'
import { checkPackageFile } from './rules.ts'

const AGAIN = 'run package again'

/** Compares a folder with the package that would be written, and checks its rules. */
export async function comparePackage(
  folder: string,
  files: readonly EmittedFile[],
  facts: PackageFacts,
): Promise<readonly Problem[]> {
  const found = await listEntries(folder)
  const top = (path: string) => startOfFile(join(folder, path))
  const wanted = new Set(files.map(({ path }) => path))
  const foreign = found
    .filter((path) => !wanted.has(path))
    .map((path) => problemAt(top(path), 'this file is not part of the package', 'remove it'))
  const missing = files
    .filter(({ path }) => !found.includes(path))
    .map(({ path }) => problemAt(top(path), 'the file is missing', AGAIN))
  const present = files.filter(({ path }) => found.includes(path))
  const changed = await Promise.all(present.map((file) => compareFile(folder, file, facts)))
  return [...foreign, ...missing, ...changed.flat()]
}

async function compareFile(
  folder: string,
  { path, bytes }: EmittedFile,
  facts: PackageFacts,
): Promise<readonly Problem[]> {
  const file = join(folder, path)
  const actual = new Uint8Array(await readFile(file))
  if (Buffer.compare(actual, bytes) === 0) return []
  const text = decodeSource(file, actual)
  if (!text.ok) return [text.error]
  const broken = checkPackageFile(file, path, text.value, facts)
  return broken.length > 0 ? broken : [findFirstDifference(file, text.value, bytes)]
}

function findFirstDifference(file: string, text: string, bytes: Uint8Array): Problem {
  const [actual, wanted] = [text.split('\n'), new TextDecoder().decode(bytes).split('\n')]
  const at = actual.findIndex((line, index) => line !== wanted[index])
  const line = at === -1 ? actual.length - 1 : at
  const [own = '', other = ''] = [actual[line], wanted[line]]
  const same = [...own].findIndex((character, index) => character !== other[index])
  const column = (same === -1 ? own.length : same) + 1
  return problemAt({ file, line: line + 1, column }, 'this does not match the registry', AGAIN)
}
