import type { Row } from '../facts.ts'
import { cutRows, quotePattern } from './dialect.ts'
import { readArguments } from './tags.ts'

type Snippet = {
  readonly language: string
  readonly path: string
  readonly tag: string
  readonly range: string
}

const BEFORE = String.raw`^([\s>]*(?:[-*+]\s+|\d+[.)]\s+)?)`
const NAMED = String.raw`\[!code(?:-([\w+#.-]+))?\s*\[[^\]]*\]`
const TARGET = String.raw`\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)\]\s*$`
const LINK = new RegExp(BEFORE + NAMED + TARGET, 'i')
const BLOCK = new RegExp(String.raw`${BEFORE}:{3,}\s*code\s+(.*?):{3,}\s*$`)

/** A line of docfx that shows a file as code: what stands before it, and which part. */
export function readSnippet(text: string): (Snippet & { readonly before: string }) | undefined {
  const link = LINK.exec(text)
  if (link !== null) {
    const [, before = '', language = '', target = ''] = link
    const [, path = '', query = '', mark = ''] =
      /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(target) ?? []
    const asked = new URLSearchParams(query)
    const lines = /^L(\d+)(?:-L?(\d+))?$/.exec(mark)
    const range =
      lines === null ? (asked.get('range') ?? '') : `${lines[1]}-${lines[2] ?? lines[1]}`
    const tag = asked.get('name') ?? (lines === null ? mark : '')
    return { before, language, path, tag, range }
  }
  const block = BLOCK.exec(text)
  if (block === null) return undefined
  const read = readArguments(block[2] ?? '')
  return {
    before: block[1] ?? '',
    language: read.get('language') ?? '',
    path: read.get('source') ?? '',
    tag: read.get('id') ?? '',
    range: read.get('range') ?? '',
  }
}

const MARK = /^\s*(?:\/\/|#|'|--|<!--|%|;|REM|rem|\/\*)?\s*<\/?[\w.-]+>\s*(?:-->|\*\/)?\s*$/
const REGION = /^\s*(?:#\s*(?:end)?region|\/\/\s*#(?:end)?region|#pragma\s+(?:end)?region)\b/i

/** Rows of the part that is shown, without the indentation that all of them have. */
export function cutSnippet(
  all: readonly Row[],
  { tag, range }: Snippet,
): readonly Row[] | undefined {
  if (tag !== '') return dedent(cutTag(all, tag))
  if (range === '') return dedent(all)
  return dedent(
    range.split(',').flatMap((part) => {
      const [, from = '1', dash, to] = /^\s*(\d*)\s*(-)?\s*(\d*)/.exec(part) ?? []
      const last = dash === undefined ? Number(from) : to === '' ? all.length : Number(to)
      return cutRows(all, Number(from || 1), last)
    }),
  )
}

function cutTag(all: readonly Row[], tag: string): readonly Row[] | undefined {
  const name = quotePattern(tag)
  const opening = new RegExp(`<${name}>|#\\s*region\\s+${name}\\s*$`, 'i')
  const from = all.findIndex(({ text }) => opening.test(text))
  if (from === -1) return undefined
  const isRegion = REGION.test(all[from]?.text ?? '')
  let depth = 0
  const to = all.findIndex(({ text }, at) => {
    if (at <= from) return false
    if (!isRegion) return new RegExp(`</${name}>`, 'i').test(text)
    if (!REGION.test(text)) return false
    depth += /end/i.test(text) ? -1 : 1
    return depth < 0
  })
  const inside = all.slice(from + 1, to === -1 ? all.length : to)
  return inside.filter(({ text }) => !MARK.test(text) && !REGION.test(text))
}

function dedent(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  if (rows === undefined) return undefined
  const widths = rows.filter(({ text }) => text.trim() !== '').map(({ text }) => text.search(/\S/))
  const width = Math.min(...widths, 1000)
  return rows.map((row) => ({
    ...row,
    text: row.text.slice(Math.min(width, row.text.search(/\S|$/))),
  }))
}
