import { check } from 'recheck'
import checker from 'recheck/package.json' with { type: 'json' }
import * as compiler from 'typescript-five'
import { treeSources } from '../tidy/tree.ts'

// The package's native program is much faster than its JavaScript, where there is one.
process.env.RECHECK_BACKEND ??= process.platform === 'linux' ? 'native' : 'pure'

/** What the checker says about a pattern, as in `safe` or `vulnerable, polynomial`. */
export type Verdict = string

/** What is proven holds for one checker: another may find more. */
export const CHECKER = `recheck ${checker.version}`

const PROVEN = new URL('proven_patterns.txt', import.meta.url)

/** Commands read what whoever runs them names; no request reaches these folders. */
const COMMANDS = new RegExp(
  '^app/(?:build/(?:corpus_build|packager|new_corpus)|docs/(?:model|api_reference)|checks|' +
    'import/(?:corpus|generators|html|markdown|source|tools))/',
)

/** Every pattern that a request can reach, with its file. */
export function findPatterns(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { path, text } of treeSources()) {
    if (!path.startsWith('app/') || COMMANDS.test(path) || path.endsWith('_test.ts')) continue
    const file = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest)
    const visit = (node: compiler.Node): void => {
      if (compiler.isRegularExpressionLiteral(node)) found.set(node.text, path)
      compiler.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}

/**
 * How slow a pattern can be made. The checker proves what it found against a clock, so a
 * busy machine makes fast patterns slow now and then: it has to say so three times.
 */
export async function judgePattern(pattern: string): Promise<Verdict> {
  const end = pattern.lastIndexOf('/')
  const [source, flags] = [pattern.slice(1, end), pattern.slice(end + 1)]
  let verdict: Verdict = 'unknown'
  for (let time = 0; time < 3; time += 1) {
    const { status, ...more } = await check(source, flags, { timeout: 60_000 })
    if (status === 'safe') return status
    verdict = `${status}, ${'complexity' in more ? more.complexity?.type : undefined}`
  }
  return verdict
}

/** Verdicts of an earlier run by pattern; none where another checker gave them. */
export async function readProven(): Promise<ReadonlyMap<string, Verdict>> {
  const [by, ...lines] = (await Bun.file(PROVEN).text()).trimEnd().split('\n')
  if (by !== CHECKER) return new Map()
  return new Map(
    lines.map((line) => {
      const [verdict = '', pattern = ''] = line.split('\t')
      return [pattern, verdict]
    }),
  )
}

/** Keeps verdicts for later runs: a line for each pattern, sorted. */
export async function writeProven(verdicts: ReadonlyMap<string, Verdict>): Promise<void> {
  const lines = [...verdicts].map(([pattern, verdict]) => `${verdict}\t${pattern}`).sort()
  await Bun.write(PROVEN, `${[CHECKER, ...lines].join('\n')}\n`)
}
