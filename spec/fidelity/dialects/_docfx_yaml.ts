import type { Row } from '../facts.ts'

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
    const end = findEnd(rows, at + 1, lead.length)
    const isBlock = /^[|>][-+]?$/.test(value)
    if (isBlock) shown.push(...dedent(rows.slice(at + 1, end)), { ...row, text: '' })
    else if (address !== undefined && opens !== undefined) waiting = address
    else if (address !== undefined) writeLink(shown, address)
    else if (value !== '') {
      shown.push({ ...row, text: unquote(value) }, { ...row, text: '' })
      if (waiting !== undefined) writeLink(shown, waiting)
      waiting = undefined
    }
    // Metadata is for search engines.
    if (isBlock || row.text.startsWith('metadata:')) at = end - 1
  }
  return shown
}

/** The row behind all that stand further right than a key, or are blank. */
function findEnd(rows: readonly Row[], from: number, column: number): number {
  const found = rows.findIndex(({ text }, at) => {
    return at >= from && text.trim() !== '' && text.search(/\S/) <= column
  })
  return found === -1 ? rows.length : found
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
  const bare = value.replace(/\s+#.*$/, '')
  return bare.replace(/^(["'])(.*)\1$/, '$2')
}
