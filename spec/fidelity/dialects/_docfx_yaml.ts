import type { Row } from '../facts.ts'
import { takeDeeper } from '../source_files.ts'

/** Whether a text is a page in YAML: questions with answers, or cards with links. */
export function isYamlPage(text: string): boolean {
  return /^#+\s*YamlMime:\s*(?:FAQ|Landing|Hub)\b/.test(text)
}

const WORDS = /^(\s*(?:-\s+)*)(?:title|name|summary|question|answer|text):\s*(.*?)\s*$/
const ADDRESS = /^\s*(-\s+)*url:\s*(.+?)\s*$/

/** What readers see of such a page: the values of a few keys, and links. */
export function readYamlRows(rows: readonly Row[]): readonly Row[] {
  const shown: Row[] = []
  let waiting: string | undefined
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]
    if (row === undefined) break
    const [, lead = '', value = ''] = WORDS.exec(row.text) ?? []
    const [, opens, address] = ADDRESS.exec(row.text) ?? []
    const below = takeDeeper(rows, at + 1, lead.length)
    const isBlock = /^[|>][-+\d]*$/.test(value)
    if (isBlock) shown.push(...dedent(below), { ...row, text: '' })
    else if (address !== undefined && opens !== undefined) waiting = address
    else if (address !== undefined) writeLink(shown, address)
    else if (value !== '') {
      // A text without a mark may go on below its key.
      const whole = [value, ...below.map(({ text }) => text.trim())].join(' ')
      shown.push({ ...row, text: unquote(whole.trim()) }, { ...row, text: '' })
      if (waiting !== undefined) writeLink(shown, waiting)
      waiting = undefined
    }
    // Metadata is for search engines.
    if (value !== '' || row.text.startsWith('metadata:')) at += below.length
  }
  return shown
}

function dedent(rows: readonly Row[]): readonly Row[] {
  const filled = rows.filter(({ text }) => text.trim() !== '')
  const least = Math.min(...filled.map(({ text }) => text.search(/\S/)))
  return rows.map((row) => ({ ...row, text: row.text.slice(least) }))
}

function writeLink(shown: Row[], address: string): void {
  const named = shown.at(-2)
  if (named !== undefined)
    shown[shown.length - 2] = { ...named, text: `[${named.text}](${address})` }
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(value)?.[2]
  return quoted ?? value.replace(/\s+#.*$/, '')
}
