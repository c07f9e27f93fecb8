import { readdir } from 'node:fs/promises'
import { type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import { locateCorpusFile } from '../../../text/source_text/source_file.ts'

const FILES = ['registry', 'allowlist', 'business', 'example_workspace', 'redirects'] as const
const YAML = /\.ya?ml(\.txt)?$/i
const OTHER = /\.(json|toml|txt)$/i

/**
 * Files of the corpus folder that nobody reads although their names are nearly those of files that
 * would be: a corpus with `allowlist.yml` would publish what it was written to keep back.
 */
export async function findMisspeltFiles(corpusDir: string): Promise<readonly Problem[]> {
  // A folder that cannot be read is reported where its files are.
  const entries = await readdir(corpusDir, { withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
  const names = files.map(({ name }) => name)
  const there = new Set(names)
  return names.flatMap((name) => {
    const meant = findMeantName(name, there)
    if (meant === undefined) return []
    const place = startOfFile(locateCorpusFile(corpusDir, name).name)
    const what = `the file ${quote(name)} is not read`
    return [problemAt(place, what, `did you mean ${quote(meant)}? rename it, or remove it`)]
  })
}

function findMeantName(name: string, there: ReadonlySet<string>): string | undefined {
  const isYaml = YAML.test(name)
  const stem = name.replace(isYaml ? YAML : OTHER, '').toLowerCase()
  const same = FILES.find((file) => file === stem)
  const meant = same ?? (isYaml ? findNearest(stem, FILES) : undefined)
  if (meant === undefined || name === `${meant}.yaml`) return undefined
  // Beside the file itself, one that only resembles it has its own purpose.
  const isDoubt = (isYaml && same !== undefined) || !there.has(`${meant}.yaml`)
  return isDoubt ? `${meant}.yaml` : undefined
}
