import { expect, test } from 'bun:test'
import { check } from 'recheck'
import * as compiler from 'typescript-five'
import { treeSources } from '../tidy/tree.ts'

// The package's native program is much faster than its JavaScript, where there is one.
process.env.RECHECK_BACKEND ??= process.platform === 'linux' ? 'native' : 'pure'

/** Patterns that take quadratic time, over text that is too short for it to matter. */
const BOUNDED: ReadonlyMap<string, string> = new Map([
  ['/^[ \\t]+|[ \\t]+$/g', 'a padded header, which a Headers object never has'],
  ['/^[("\'`<[]+|[)"\'`>\\],.;:!?]+$/g', 'a message to the agent: 8,192 characters'],
  ['/^\\/+|\\/+$/g', 'a message to the agent: 8,192 characters'],
  ['/\\/+$/', 'a setting of the operator'],
  [
    '/[\\p{L}\\p{N}][\\p{M}\\p{Default_Ignorable_Code_Point}]*$/u',
    'a query of a search: 1,024 characters',
  ],
  ['/#+$/', 'a heading in the corpus of the operator'],
  ['/(?<=^[\\p{sc=Katakana}ー]{3,})ー$/u', 'a word of a query: 1,024 characters'],
  ['/[^\\s@]+@[^\\s@]+\\.[^\\s@]+/', 'a query of a search: 1,024 characters'],
  ['/https?:\\/\\/\\S*[?@]/', 'a query of a search: 1,024 characters'],
  [
    '/(?:pass\\w*|secret|token|key|bearer|authorization)["\']?\\s*[=:]\\s*\\S/',
    'a query of a search: 1,024 characters',
  ],
  ['/(?=\\S*\\d)(?=\\S*[a-z])\\S{20,}/', 'a query of a search: 1,024 characters'],
  ['/(?=\\S*\\d)[0-9a-f]{12,}/', 'a query of a search: 1,024 characters'],
  ['/^[\\s"\'([]+|[\\s"\').,;!?\\]]+$/g', 'a query of a search: 1,024 characters'],
  ['/(%?)"((?:\\\\.|[^"\\\\])*)"/g', 'a header of this service, read in the browser'],
  [
    '/["“«„]([^"“”«»„]{2,120})["”»“]|(?<!\\p{L})\'([^\']{2,120})\'(?!\\p{L})/gu',
    'at most 120 characters from each of the 8,192 of a message',
  ],
  [
    '/^\\/(assets\\/[^/%\\\\]+?\\.([0-9a-f]{16})\\.[a-z0-9.]+)$/',
    'a path of at most 300 characters',
  ],
  ['/%.*$/', 'an address in a header, which has no line breaks'],
])

/** Commands read what whoever runs them names; no request reaches these folders. */
const COMMANDS = new RegExp(
  '^app/(?:corpus_build|evaluator|foreign_markup|foreign_source|generators|importer|asciidoc|' +
    'html_pages|api_reference|packager|verifier|doctor|new_corpus|product_check|tool_import)/',
)

/** Every pattern that a request can reach, with its file. */
function findPatterns(): ReadonlyMap<string, string> {
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
 * How slow a pattern can be made, if it can. The checker proves what it found against a clock, so a
 * busy machine makes fast patterns slow now and then: it has to say so three times.
 */
async function findSlowness(source: string, flags: string): Promise<string | undefined> {
  let how: string | undefined
  for (let time = 0; time < 3; time += 1) {
    const { status, ...more } = await check(source, flags, { timeout: 60_000 })
    if (status === 'safe') return undefined
    how = `${status}, ${'complexity' in more ? more.complexity?.type : undefined}`
  }
  return how
}

test('threat 33: no pattern of the service can be made to run long', async () => {
  const all = findPatterns()
  expect(all.size).toBeGreaterThan(90)
  const slow = new Map<string, string>()
  for (const [pattern, path] of all) {
    const end = pattern.lastIndexOf('/')
    const [source, flags] = [pattern.slice(1, end), pattern.slice(end + 1)]
    const how = await findSlowness(source, flags)
    if (how !== undefined) slow.set(pattern, `${path}: ${how}`)
  }
  const unknown = [...slow].filter(([pattern]) => !BOUNDED.has(pattern))
  expect(unknown).toEqual([])
  for (const how of slow.values()) expect(how).toEndWith('vulnerable, polynomial')
  // A pattern that is gone needs no reason. (Which of them count as slow depends on how far the
  // checker comes in its own time limits.)
  expect([...BOUNDED.keys()].filter((pattern) => !all.has(pattern))).toEqual([])
})
