import { escapeHtml } from '../../contract/html_escape.ts'
import { type CodeBlock, type CodeLine, type CodeMark, PROMPT } from './code_block.ts'

/** Elements that say what their mark means, in every language of a reader. */
const ELEMENTS: Readonly<Record<CodeMark, string>> = {
  added: 'ins',
  removed: 'del',
  marked: 'mark',
}

type CodeOptions = {
  /** HTML of the lines that are code, in order; absent where nothing has colours. */
  readonly coloured: readonly string[] | undefined
  readonly label: string
  readonly showsTitle: boolean
}

export function renderCode(block: CodeBlock, { coloured, label, showsTitle }: CodeOptions): string {
  const { language, title } = block
  const rest = [...(coloured ?? [])]
  const take = (text: string): string =>
    (coloured === undefined ? undefined : rest.shift()) ?? escapeHtml(text)
  const lines = block.lines.map((line) => renderLine(line, take)).join('')
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
  const group = `role="group" aria-label="${escapeHtml(title === '' ? label : title)}"`
  const pre = `<pre tabindex="0" ${group}><code${name}>${lines}</code></pre>\n`
  if (title === '' || !showsTitle) return pre
  return `<figure class="code">\n<figcaption>${escapeHtml(title)}</figcaption>\n${pre}</figure>\n`
}

function renderLine({ text, mark, role }: CodeLine, take: (text: string) => string): string {
  const html =
    role === 'command'
      ? `<span class="prompt">${PROMPT}</span>${take(text.slice(PROMPT.length))}`
      : role === 'output'
        ? `<samp>${escapeHtml(text)}</samp>`
        : take(text)
  if (mark === undefined) return `${html}\n`
  // The line end is inside: the element is a block, which ends its line by itself.
  return `<${ELEMENTS[mark]}>${html}\n</${ELEMENTS[mark]}>`
}
