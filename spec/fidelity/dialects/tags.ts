import type { Row } from '../facts.ts'
import { createFences, maskSpans } from './dialect.ts'

/** What stands for a tag: text in its line, or rows of their own. */
export type Replacement = string | readonly Row[]

/** Replaces tags of templates, which may stand several on a line and go over several lines. */
export function replaceTags(
  rows: readonly Row[],
  grammar: { readonly pattern: RegExp; readonly open: RegExp; readonly keepsCode: boolean },
  read: (match: RegExpMatchArray, row: Row) => Replacement,
): readonly Row[] {
  const isFence = createFences()
  return joinTags(rows, grammar.open).flatMap((row) => {
    const isCode = grammar.keepsCode && isFence(row.text)
    if (isCode || !row.text.includes('{')) return [row]
    return replaceInRow(row, grammar, read)
  })
}

function replaceInRow(
  row: Row,
  { pattern, keepsCode }: { readonly pattern: RegExp; readonly keepsCode: boolean },
  read: (match: RegExpMatchArray, row: Row) => Replacement,
): readonly Row[] {
  const masked = keepsCode ? maskSpans(row.text) : row.text
  const indent = /^\s*/.exec(row.text)?.[0] ?? ''
  const made: Row[] = []
  let [text, from, isAlone] = ['', 0, true]
  for (const found of masked.matchAll(pattern)) {
    text += row.text.slice(from, found.index)
    from = found.index + found[0].length
    const replacement = read(found, row)
    if (typeof replacement === 'string') {
      text += replacement
      continue
    }
    if (text.trim() !== '') made.push({ ...row, text })
    made.push(...replacement.map((each) => ({ ...each, text: indent + each.text })))
    text = ''
    isAlone = false
  }
  text += row.text.slice(from)
  return isAlone || text.trim() !== '' ? [...made, { ...row, text }] : made
}

/** Puts a tag that goes over several rows into its first; the others stay and are empty. */
function joinTags(rows: readonly Row[], open: RegExp): readonly Row[] {
  const joined: Row[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined) break
    let text = row.text
    let taken = 0
    while (open.test(text) && taken < 20 && rows[at + taken + 1] !== undefined) {
      taken += 1
      text += ` ${rows[at + taken]?.text.trim()}`
    }
    if (taken === 0 || open.test(text)) joined.push(row)
    else {
      joined.push({ ...row, text })
      for (let empty = 1; empty <= taken; empty++) {
        joined.push({ ...row, text: '', line: row.line + empty })
      }
      at += taken
    }
  }
  return joined
}

export function rowsOf(row: Row, ...texts: readonly string[]): readonly Row[] {
  return texts.map((text) => ({ ...row, text }))
}

/** Arguments of a tag, by name, or by number where they have none. */
export function readArguments(words: string): ReadonlyMap<string, string> {
  const read = new Map<string, string>()
  const pattern = /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))/g
  let count = 0
  for (const [, name, double, single, tick, plain] of words.matchAll(pattern)) {
    const value = double?.replace(/\\(.)/g, '$1') ?? single ?? tick ?? plain ?? ''
    read.set(name ?? String(count++), value)
  }
  return read
}
