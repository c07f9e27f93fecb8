export type CodeMark = 'added' | 'removed' | 'marked'

export type CodeLine = {
  /** The line without its notation. */
  readonly text: string
  readonly mark: CodeMark | undefined
  /** In a session: a command starts with its prompt, output is what a program answered. */
  readonly role: 'code' | 'command' | 'output'
}

/** A fenced block as its author wrote it: the words after the fence, and the lines. */
export type CodeBlock = {
  /** First word after the fence; '' where there is none. */
  readonly language: string
  readonly title: string
  readonly lines: readonly CodeLine[]
}

/** Words after the language that other tools read, and that are no title. */
const FLAGS = new Set([
  ...['copy', 'nocopy', 'noCopy', 'expandable', 'wrap', 'nowrap', 'lines', 'live', 'noInline'],
  ...['showLineNumbers', 'lineNumbers', 'linenos', 'linenums', 'twoslash', 'ignore', 'no_run'],
])

/** A mark of a line, in a comment at its end. */
const NOTATION =
  /^\[!code[ \t]+(\+\+|--|hl|highlight|focus|warning|error)(?::\d+)?\][ \t]*(?:\*\/\}|\*\/|-->)?$/

/** How comments start, in most languages; the longest first. */
const COMMENTS = ['{/*', '<!--', '//', '/*', '--', '#', ';', '%']

const MARKS: Readonly<Record<string, CodeMark>> = { '++': 'added', '--': 'removed' }

/** Reads the words after a fence and the notation in the code. */
export function readCodeBlock(info: string, content: string): CodeBlock {
  const trimmed = info.trim()
  const language = /^[^\s{,[]*/.exec(trimmed)?.[0] ?? ''
  const words = splitInfo(trimmed.slice(language.length))
  const numbers = readLineNumbers(words)
  const written = content.replace(/\n$/, '').split('\n')
  const roles = readRoles(language, written)
  const lines = written.map((line, at): CodeLine => {
    const { text, mark } = readNotation(line)
    return {
      text,
      mark: mark ?? (numbers.has(at + 1) ? 'marked' : undefined),
      role: roles[at] ?? 'code',
    }
  })
  return { language, title: readTitle(words), lines }
}

function readNotation(line: string): Pick<CodeLine, 'text' | 'mark'> {
  const at = line.lastIndexOf('[!code')
  const found = at === -1 ? null : NOTATION.exec(line.slice(at).trimEnd())
  const before = line.slice(0, Math.max(at, 0)).trimEnd()
  const comment = COMMENTS.find((start) => before.endsWith(start))
  if (found === null || comment === undefined) return { text: line, mark: undefined }
  const text = before.slice(0, -comment.length).trimEnd()
  return { text, mark: MARKS[found[1] ?? ''] ?? 'marked' }
}

/** What a highlighter gets: the lines that are code, without prompts. */
export function readProgram({ language, lines }: CodeBlock): Program {
  const code = lines
    .filter(({ role }) => role !== 'output')
    .map(({ text, role }) => (role === 'command' ? text.slice(PROMPT.length) : text))
    .join('\n')
  const isSession = lines.some(({ role }) => role === 'command')
  return { language: isSession ? 'bash' : language.toLowerCase(), code }
}

export type Program = { readonly language: string; readonly code: string }

export const PROMPT = '$ '

const SHELLS = new Set(['bash', 'console', 'sh', 'shell', 'shellsession', 'zsh'])

/** In a shell block with prompts, what follows a command and is no part of it is its output. */
function readRoles(language: string, lines: readonly string[]): readonly CodeLine['role'][] {
  const isSession = SHELLS.has(language) && lines.some((line) => line.startsWith(PROMPT))
  if (!isSession) return []
  let goesOn = false
  return lines.map((line) => {
    const isCommand = line.startsWith(PROMPT)
    const isCode = isCommand || goesOn || line === '' || line.startsWith('#')
    goesOn = (isCommand || goesOn) && line.endsWith('\\')
    if (isCommand) return 'command'
    return isCode ? 'code' : 'output'
  })
}

/** The code as a program would read it: without notation, and with all its lines. */
export function readCode(info: string, content: string): string {
  if (!content.includes('[!code')) return content
  return readCodeBlock(info, content)
    .lines.map(({ text }) => `${text}\n`)
    .join('')
}

export function isMathFence(info: string): boolean {
  return info.trim() === 'math'
}

/** Whether the block shows a change, so that its lines are two versions of a text. */
export function showsChange({ lines }: CodeBlock): boolean {
  return lines.some(({ mark }) => mark === 'added' || mark === 'removed')
}

/** `title="x.ts"`, `[x.ts]`, or the words that stand alone. */
function readTitle(words: readonly string[]): string {
  const named = words.find((word) => word.startsWith('title=') || word.startsWith('filename='))
  if (named !== undefined) return unwrap(named.slice(named.indexOf('=') + 1)).trim()
  const bracketed = words.find((word) => word.startsWith('[') && word.endsWith(']'))
  if (bracketed !== undefined) return unwrap(bracketed).trim()
  const bare = words.filter((word) => !/^[{,]|=/.test(word) && !FLAGS.has(word))
  return bare.join(' ')
}

function unwrap(text: string): string {
  return /^["'[{]/.test(text) ? text.slice(1, -1) : text
}

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' }

/** The words after a language; quotes and brackets hold a word together. */
export function splitInfo(rest: string): readonly string[] {
  const words: string[] = []
  let word = ''
  let close: string | undefined
  for (const character of rest) {
    if (close === undefined && /\s/.test(character)) {
      words.push(word)
      word = ''
      continue
    }
    word += character
    if (character === close) close = undefined
    else if (close === undefined) close = PAIRS[character]
  }
  return [...words, word].filter((each) => each !== '')
}

/** Whether a word names lines: `{1,3-5}`, also behind a name and `=`. */
export function isLineNumbers(word: string): boolean {
  const start = word.indexOf('{')
  return start !== -1 && word.endsWith('}') && /^[\d, -]+$/.test(word.slice(start + 1, -1))
}

/** Numbers of the lines that `{1,3-5}` names. */
function readLineNumbers(words: readonly string[]): ReadonlySet<number> {
  const numbers = new Set<number>()
  for (const word of words.filter(isLineNumbers)) {
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
