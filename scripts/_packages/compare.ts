import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmittedFile, Problem } from '../_corpus.ts'
import { problemAt } from '../_problem.ts'
import { decode } from '../_read/text.ts'
import { parseYaml } from '../_read/yaml.ts'
import type { Law } from './law.ts'
import { lawProblems } from './law.ts'
import { entriesIn } from './place.ts'

const AGAIN = 'run package again'

/** Version control keeps its own files in a package that is a repository: a folder, or a file. */
const VERSION_CONTROL: readonly string[] = ['.git/', '.git']

/** How a folder differs from the package that would be written, and where it breaks the law. */
export async function packageDifferences(
  folder: string,
  files: readonly EmittedFile[],
  law: Law,
): Promise<readonly Problem[]> {
  const found = (await entriesIn(folder)).filter((path) => !VERSION_CONTROL.includes(path))
  const top = (path: string) => ({ file: join(folder, path), line: 1, column: 1 })
  const wanted = new Set(files.map(({ path }) => path))
  const foreign = found
    .filter((path) => !wanted.has(path))
    .map((path) => problemAt(top(path), 'the package has no such file', 'remove it'))
  const missing = files
    .filter(({ path }) => !found.includes(path))
    .map(({ path }) => problemAt(top(path), 'the file is missing', AGAIN))
  const present = files.filter(({ path }) => found.includes(path))
  const judged = await Promise.all(present.map((file) => fileProblems(folder, file, law)))
  return [...foreign, ...missing, ...judged.flat()]
}

async function fileProblems(
  folder: string,
  { path, bytes }: EmittedFile,
  law: Law,
): Promise<readonly Problem[]> {
  const file = join(folder, path)
  const actual = new Uint8Array(await readFile(file))
  if (Buffer.compare(actual, bytes) === 0) return []
  const text = decode(file, actual)
  if (!text.ok) return [text.error]
  const unlawful = path.endsWith('.json') ? jsonProblems(file, text.value, law) : []
  return unlawful.length > 0 ? unlawful : [firstDifference(file, text.value, bytes)]
}

/** JSON is YAML, and that reader knows the place of everything. */
function jsonProblems(file: string, text: string, law: Law): readonly Problem[] {
  const { source, problems } = parseYaml(file, text)
  return problems.length > 0 ? problems : lawProblems(source, [], law)
}

function firstDifference(file: string, text: string, bytes: Uint8Array): Problem {
  const [actual, wanted] = [text.split('\n'), new TextDecoder().decode(bytes).split('\n')]
  const at = actual.findIndex((line, index) => line !== wanted[index])
  const line = at === -1 ? actual.length - 1 : at
  const [own = '', other = ''] = [actual[line], wanted[line]]
  const same = [...own].findIndex((character, index) => character !== other[index])
  const column = (same === -1 ? own.length : same) + 1
  return problemAt({ file, line: line + 1, column }, 'this is not what the registry says', AGAIN)
}
