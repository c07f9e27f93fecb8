import { quote } from '../../contract/problem.ts'
import { findNearest } from './nearest_word.ts'

/** What the words after the language of a fence say. */
export type CodeWords = {
  readonly title: string
  /** Numbers of marked lines, from 1, and of those that are folded. */
  readonly marked: ReadonlySet<number>
  readonly folded: ReadonlySet<number>
  /** Texts to mark within lines. */
  readonly found: readonly string[]
  readonly wraps: boolean
  /** Number of the first line, where lines are numbered. */
  readonly firstNumber: number | undefined
  /** Words that mean nothing to us. */
  readonly faults: readonly { readonly what: string; readonly fix: string }[]
}

const NUMBERED = ['showLineNumbers', 'lineNumbers', 'linenos', 'linenums', 'line-numbers', 'lines']

/** Words that other tools read, and that no page needs. */
const FOREIGN = [
  ...['copy', 'nocopy', 'noCopy', 'expandable', 'nowrap', 'live', 'noInline', 'noline', 'noLines'],
  ...['twoslash', 'ignore', 'no_run', 'should_panic', 'compile_fail', 'editable', 'runnable'],
]

const FLAGS: ReadonlySet<string> = new Set(['wrap', ...NUMBERED, ...FOREIGN])

const OWN_KEYS = ['title', 'filename', 'collapse', 'wrap', 'startLineNumber', ...NUMBERED]
const KEYS: ReadonlySet<string> = new Set([
  ...OWN_KEYS,
  ...['hl_lines', 'highlight', 'mark', 'ins', 'del', 'add', 'remove', 'focus', 'frame', 'icon'],
  ...['theme', 'caption', 'name', 'file', 'lang', 'className', 'preserveIndent', 'tabs'],
])

/** Reads the words after the language of a fence. */
export function readCodeWords(rest: string): CodeWords {
  const words = splitInfo(rest)
  const named = findName(words)
  const titles = words.filter(isTitleWord)
  const folds = words.filter((word) => word.startsWith('collapse='))
  const marks = words.filter((word) => isLineNumbers(word) && !folds.includes(word))
  return {
    title: named === undefined ? titles.join(' ') : unwrap(named).trim(),
    marked: readLineNumbers(marks),
    folded: readLineNumbers(folds),
    found: words.filter(isFoundWord).map((word) => unwrap(word)),
    wraps: words.some((word) => word === 'wrap' || /^wrap=(?!.?false)/.test(word)),
    firstNumber: readFirstNumber(words),
    faults: [...checkTitle(named === undefined ? titles : []), ...words.flatMap(checkWord)],
  }
}

/** What `title="x.ts"` or `[x.ts]` has, in its quotes or brackets. */
function findName(words: readonly string[]): string | undefined {
  const named = words.find((word) => word.startsWith('title=') || word.startsWith('filename='))
  if (named !== undefined) return named.slice(named.indexOf('=') + 1)
  return words.find((word) => word.startsWith('[') && word.endsWith(']'))
}

function isTitleWord(word: string): boolean {
  return !/^[{,[]|=/.test(word) && !FLAGS.has(word) && !isFoundWord(word)
}

/** `/text/` or `"text"`: a text to mark. A path has a slash within it. */
function isFoundWord(word: string): boolean {
  return /^\/[^/]+\/$|^"[^"]+"$/.test(word)
}

function readFirstNumber(words: readonly string[]): number | undefined {
  const word = words.find((each) =>
    ['startLineNumber', ...NUMBERED].includes(/^[\w-]+/.exec(each)?.[0] ?? ''),
  )
  if (word === undefined || /=.?false/.test(word)) return undefined
  return Number(/=\D?(\d{1,6})\D?$/.exec(word)?.[1] ?? 1)
}

/** Words that stand alone are a name if they look like one, or are a usual one. */
function checkTitle(titles: readonly string[]): CodeWords['faults'] {
  const text = titles.join(' ')
  if (text === '' || text === 'output' || /[./]/.test(text)) return []
  return [explain(text, findNearest(text, [...FLAGS]), `title="${text}"`)]
}

function checkWord(word: string): CodeWords['faults'] {
  const [, key] = /^([^=\s{["'/]*)=/.exec(word) ?? []
  if (key !== undefined && !KEYS.has(key)) return [explain(word, findNearest(key, OWN_KEYS))]
  return word.startsWith('{') && !isLineNumbers(word) ? [explain(word, undefined)] : []
}

function explain(
  word: string,
  near: string | undefined,
  name = 'title="…"',
): CodeWords['faults'][number] {
  const other = near === undefined ? 'remove it' : `write ${quote(near)}`
  const what = `${quote(word)} after the language of the code is not known`
  return { what, fix: `${other}, or ${name} if it is a name` }
}

function unwrap(text: string): string {
  return /^["'[{/]/.test(text) ? text.slice(1, -1) : text
}

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' }

/** The words after a language; quotes and brackets hold a word together, and slashes around one. */
export function splitInfo(rest: string): readonly string[] {
  const words: string[] = []
  let word = ''
  let close: string | undefined
  for (const [at, character] of [...rest].entries()) {
    if (close === undefined && /\s/.test(character)) {
      words.push(word)
      word = ''
      continue
    }
    if (word === '' && character === '/' && /^[^/\n]+\/(?:\s|$)/.test(rest.slice(at + 1))) {
      close = '/'
      word = character
      continue
    }
    word += character
    if (character === close) close = undefined
    else if (close === undefined) close = PAIRS[character]
  }
  return [...words, word].filter((each) => each !== '')
}

/** Whether a word names lines: `{1,3-5}`, also behind a name and `=`. */
function isLineNumbers(word: string): boolean {
  const start = word.indexOf('{')
  return start !== -1 && word.endsWith('}') && /^[\d, -]+$/.test(word.slice(start + 1, -1))
}

/** Whether a word means nothing without our page. */
export function isForPage(word: string): boolean {
  return isLineNumbers(word) || isFoundWord(word)
}

/** Numbers of the lines that `{1,3-5}` names. */
function readLineNumbers(words: readonly string[]): ReadonlySet<number> {
  const numbers = new Set<number>()
  for (const word of words) {
    const list = word.slice(word.indexOf('{') + 1, -1)
    for (const range of list.split(',')) {
      const [from = 0, to = from] = range.split('-').map(Number)
      for (let line = from; line <= Math.min(to, from + LINES_MARKED_MAX); line += 1) {
        numbers.add(line)
      }
    }
  }
  return numbers
}

/** More than any block has: a typing error must not fill the memory. */
const LINES_MARKED_MAX = 10_000
