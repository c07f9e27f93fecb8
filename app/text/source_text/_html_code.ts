import { escapeHtml } from '../../contract/html_escape.ts'
import { type CodeBlock, type CodeLine, type CodeMark, PROMPT } from './code_block.ts'

/** Elements that say what their mark means, in every language of a reader. */
const ELEMENTS: Readonly<Record<CodeMark, readonly [name: string, className: string]>> = {
  added: ['ins', ''],
  removed: ['del', ''],
  marked: ['mark', ''],
  focus: ['strong', ' class="focus"'],
  warning: ['mark', ' class="warning"'],
  error: ['mark', ' class="error"'],
}

type CodeOptions = {
  /** HTML of the lines that are code, in order; absent where nothing has colours. */
  readonly coloured: readonly string[] | undefined
  readonly label: string
  readonly showsTitle: boolean
}

/** HTML of a block of code. */
export function renderCode(block: CodeBlock, { coloured, label, showsTitle }: CodeOptions): string {
  const { language, title, words } = block
  const rest = [...(coloured ?? [])]
  const take = (text: string): string =>
    markFound((coloured === undefined ? undefined : rest.shift()) ?? escapeHtml(text), words.found)
  const isNumbered = words.firstNumber !== undefined
  const lines = block.lines.map((line, at) => {
    const html = renderLine(line, take)
    return isNumbered ? numberLine(html, at + (words.firstNumber ?? 1)) : html
  })
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
  const group = `role="group" aria-label="${escapeHtml(title === '' ? label : title)}"`
  const code = `<code${name}>${foldLines(lines, words.folded)}</code>`
  const pre = `<pre${listClasses(block)} tabindex="0" ${group}>${code}</pre>\n`
  if (title === '' || !showsTitle) return pre
  return `<figure class="code">\n<figcaption>${escapeHtml(title)}</figcaption>\n${pre}</figure>\n`
}

function listClasses({ words, lines, title }: CodeBlock): string {
  const isSession = title === '' && lines.some(({ role }) => role === 'command')
  const classes = [
    ...(words.wraps ? ['wrap'] : []),
    ...(isSession ? ['terminal'] : []),
    ...(lines.some(({ mark }) => mark === 'focus') ? ['focused'] : []),
  ]
  return classes.length === 0 ? '' : ` class="${classes.join(' ')}"`
}

function renderLine({ text, mark, role }: CodeLine, take: (text: string) => string): string {
  const html =
    role === 'command'
      ? `<span class="prompt">${PROMPT}</span>${take(text.slice(PROMPT.length))}`
      : role === 'output'
        ? `<samp>${escapeHtml(text)}</samp>`
        : take(text)
  if (mark === undefined) return `${html}\n`
  const [name, className] = ELEMENTS[mark]
  // The line end is inside: the element is a block, which ends its line by itself.
  return `<${name}${className}>${html}\n</${name}>`
}

/** The number is an attribute, so that nobody copies it. */
function numberLine(html: string, number: number): string {
  return `<span class="line" data-line="${number}">${html}</span>`
}

/** Lines in a row that a script may fold; without one they are shown. */
function foldLines(lines: readonly string[], folded: ReadonlySet<number>): string {
  let html = ''
  for (const [at, line] of lines.entries()) {
    const [isFolded, wasFolded] = [folded.has(at + 1), at > 0 && folded.has(at)]
    if (isFolded && !wasFolded) html += '<span class="fold">'
    if (!isFolded && wasFolded) html += '</span>'
    html += line
  }
  return folded.has(lines.length) ? `${html}</span>` : html
}

/** Marks each place of some texts in the HTML of a line, also across the elements of colours. */
function markFound(html: string, found: readonly string[]): string {
  if (found.length === 0) return html
  const pieces = html.split(/(<[^<>]*>)/)
  const plain = pieces.filter((piece) => !piece.startsWith('<')).join('')
  const places = new Set<number>()
  for (const text of found.map(escapeHtml)) {
    for (let at = plain.indexOf(text); at !== -1; at = plain.indexOf(text, at + text.length)) {
      // A letter of an entity is none of the text.
      if (/&[#\w]*$/.test(plain.slice(0, at))) continue
      for (let place = at; place < at + text.length; place += 1) places.add(place)
    }
  }
  let place = 0
  const mark = (piece: string): string => {
    if (piece.startsWith('<')) return piece
    const from = place
    place += piece.length
    let marked = ''
    for (let at = 0; at < piece.length; at += 1) {
      const [is, was] = [places.has(from + at), at > 0 && places.has(from + at - 1)]
      if (is && !was) marked += '<mark class="word">'
      if (!is && was) marked += '</mark>'
      marked += piece[at]
    }
    return places.has(from + piece.length - 1) ? `${marked}</mark>` : marked
  }
  return pieces.map(mark).join('')
}
