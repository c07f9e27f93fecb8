import { type CodeWords, readCodeWords } from './_code_words.ts'

/** What a mark says about a line of code. */
export type CodeMark = 'added' | 'removed' | 'marked' | 'focus' | 'warning' | 'error'

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
  readonly words: CodeWords
  readonly lines: readonly CodeLine[]
}

/** A mark of a line, in a comment at its end. */
const NOTATION =
  /^\[!code[ \t]+(\+\+|--|hl|highlight|focus|warning|error)(?::\d+)?\][ \t]*(?:\*\/\}|\*\/|-->)?$/

/** How comments start, in most languages; the longest first. */
const COMMENTS = ['{/*', '<!--', '//', '/*', '--', '#', ';', '%']

const MARKS: Readonly<Record<string, CodeMark>> = {
  '++': 'added',
  '--': 'removed',
  focus: 'focus',
  warning: 'warning',
  error: 'error',
}

/** Reads the words after a fence and the notation in the code. */
export function readCodeBlock(info: string, content: string): CodeBlock {
  const trimmed = info.trim()
  const language = /^[^\s{,[]*/.exec(trimmed)?.[0] ?? ''
  const words = readCodeWords(trimmed.slice(language.length))
  const written = content.replace(/\n$/, '').split('\n')
  const roles = readRoles(language, written)
  const lines = written.map((line, at): CodeLine => {
    const { text, mark } = readNotation(line)
    return {
      text,
      mark: mark ?? (words.marked.has(at + 1) ? 'marked' : undefined),
      role: roles[at] ?? 'code',
    }
  })
  return { language, title: words.title, words, lines }
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

/** Whether a fenced block is a text from which a picture is drawn. */
export function isDiagram({ language }: CodeBlock): boolean {
  return language === 'mermaid'
}

/** Whether a fenced block is a formula. */
export function isMathFence(info: string): boolean {
  return info.trim() === 'math'
}

/** Whether the block shows a change, so that its lines are two versions of a text. */
export function showsChange({ lines }: CodeBlock): boolean {
  return lines.some(({ mark }) => mark === 'added' || mark === 'removed')
}
