import { calloutKindOf } from '../../foreign_markup/callout_kinds.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createCodeFollower } from '../../foreign_source/dialects/code_lines.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import { type NamedAttributes, readAlone, readAttributes } from './_attribute_lists.ts'

/** What lists of attributes on lines of their own mean. */
export type BlockLists = {
  /** Classes that make a callout, with the titles that the theme writes. */
  readonly callouts: ReadonlyMap<string, string>
  readonly named: NamedAttributes
}

/** Classes that themes know without configuration. */
const USUAL = 'note tip important warning caution danger info highlight new'.split(' ')

export function listCallouts(configured: ConfigValue): ReadonlyMap<string, string> {
  const own = configured.entries().map(([name, options]) => {
    const title = options.at('title').text() ?? ''
    // A kind has its own word already.
    return [name, title.toLowerCase() === name && isKind(name) ? '' : title] as const
  })
  return new Map([...USUAL.map((name) => [name, ''] as const), ...own])
}

function isKind(name: string): boolean {
  return calloutKindOf(name).word === undefined
}

/** Writes `{: .note }` before or after a block as a callout, and `{: #id }` as an anchor. */
export function writeBlockLists(
  lines: readonly SourceLine[],
  lists: BlockLists,
): readonly SourceLine[] {
  if (lines.every(({ text }) => !text.includes('{:'))) return lines
  const out: SourceLine[] = []
  const isCode = createCodeFollower()
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const alone = isCode(line.text) ? undefined : readAlone(line.text)
    if (alone === undefined) {
      out.push(line)
      continue
    }
    const before = out.at(-1)?.text ?? ''
    const isAfter = before.trim() !== '' && !isBare(before) && !TAG.test(before)
    if (isAfter) {
      const from = findBlockStart(out, alone.prefix)
      out.push(...writeBlock(out.splice(from), alone.prefix, readMeaning(alone.list, lists), lists))
      continue
    }
    const more = readFollowing(lines, at + 1, alone.prefix)
    const from = at + 1 + more.length
    const end = findBlockEnd(lines, from, alone.prefix)
    if (end === from) continue
    // Lists that follow each other mean one block.
    const all = readMeaning([alone.list, ...more].join(' '), lists)
    out.push(...writeBlock(lines.slice(from, end), alone.prefix, all, lists))
    at = end - 1
  }
  return out
}

function readFollowing(
  lines: readonly SourceLine[],
  from: number,
  prefix: string,
): readonly string[] {
  const found: string[] = []
  for (let at = from; at < lines.length; at += 1) {
    const next = readAlone(lines[at]?.text ?? '')
    if (next === undefined || next.prefix !== prefix) break
    found.push(next.list)
  }
  return found
}

function isBare(text: string): boolean {
  return /^[ \t]*(?:>[ \t]*)+$/.test(text)
}

type Meaning = {
  readonly callout: string | undefined
  readonly title: string
  readonly hasTitle: boolean
  readonly id: string | undefined
  readonly language: string | undefined
}

function readMeaning(list: string, { callouts, named }: BlockLists): Meaning {
  const { classes, id } = readAttributes(list, named)
  const callout = classes.find((name) => callouts.has(name))
  const titled = classes.find((name) => callouts.has(name.replace(/-title$/, '')))
  const language = classes.find((name) => name.startsWith('language-'))?.slice(9)
  const name = callout ?? titled?.replace(/-title$/, '')
  const hasTitle = callout === undefined && titled !== undefined
  return { callout: name, title: callouts.get(name ?? '') ?? '', hasTitle, id, language }
}

const MARKER = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?=\S)/
/** A line that only opens or closes an element is no block that could be meant. */
const TAG = /^[ \t>]*<\/?[a-z][^<>]*>[ \t]*$/i
const CLOSE = /^[ \t>]*<\/(?:div|details|section)>/i
const FENCE = /^[ \t>]*(`{3,}|~{3,})/

/** Where the block begins that ends at the end of the lines. */
function findBlockStart(lines: readonly SourceLine[], prefix: string): number {
  const textOf = (at: number) => lines[at]?.text ?? ''
  let from = lines.length - 1
  const fence = FENCE.exec(textOf(from))?.[1]
  if (fence !== undefined) {
    while (from > 0 && !textOf(from - 1).includes(fence.slice(0, 3))) from -= 1
    return Math.max(from - 1, 0)
  }
  const width = /^[ \t]*/.exec(prefix)?.[0].length ?? 0
  while (from > 0) {
    // An item begins the block of an attribute list that is indented like its text.
    const item = MARKER.exec(textOf(from))?.[1]
    if (item !== undefined && width >= item.length) break
    const above = textOf(from - 1)
    const isEnd = above.trim() === '' || isBare(above) || /^#{1,6}[ \t]/.test(above)
    if (isEnd || FENCE.test(above) || /^[ \t]*:::/.test(above)) break
    if (widthOf(above) < width && MARKER.exec(above) === null) break
    from -= 1
  }
  return from
}

function widthOf(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0
}

/** The line after the block that begins here: up to a blank line, or to the end of its fence. */
function findBlockEnd(lines: readonly SourceLine[], from: number, prefix: string): number {
  let at = from
  let fence: string | undefined
  for (; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? ''
    const mark = FENCE.exec(text)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) !== true) continue
      return at + 1
    }
    if (mark !== undefined) {
      if (at > from) break
      fence = mark
      continue
    }
    if (text.trim() === '' || (prefix.includes('>') && isBare(text))) break
    const isDeeper = !prefix.includes('>') && text.trimStart().startsWith('>')
    if (at > from && !isDeeper && (readAlone(text) !== undefined || CLOSE.test(text))) break
  }
  return at
}

function writeBlock(
  block: readonly SourceLine[],
  prefix: string,
  { callout, title, hasTitle, id, language }: Meaning,
  lists: BlockLists,
): readonly SourceLine[] {
  const [first] = block
  if (first === undefined) return block
  const anchored = id === undefined ? block : writeAnchor(block, id)
  if (callout === undefined) {
    const whole = writeBlockLists(anchored, lists)
    return language === undefined ? whole : nameCode(whole, language)
  }
  const isQuote = !prefix.includes('>') && block.every(({ text }) => /^[ \t]*>/.test(text))
  const bare = isQuote
    ? anchored.map((line) => replaceText(line, line.text.replace(/^([ \t]*)>[ \t]?/, '$1')))
    : anchored
  const { kind, word } = calloutKindOf(callout)
  const own = hasTitle ? (bare[0]?.text.trim() ?? '') : title
  const label = own === '' && word !== undefined && callout !== 'highlight' ? capitalize(word) : own
  const inner = writeBlockLists(hasTitle ? bare.slice(1) : bare, lists)
  const marker = MARKER.exec(first.text)?.[1]
  // A list of attributes that is not indented like the text of an item means the whole list.
  const item = widthOf(prefix) >= (marker?.length ?? Number.POSITIVE_INFINITY) ? marker : undefined
  if (prefix.includes('>') || item !== undefined) {
    return writeQuote(inner, item ?? prefix, kind, label, item !== undefined)
  }
  const indent = /^[ \t]*/.exec(first.text)?.[0] ?? ''
  const open = { ...first, text: `${indent}:::${kind}${label === '' ? '' : ` ${label}`}` }
  const close = { ...(block.at(-1) ?? first), text: `${indent}:::` }
  return [open, ...inner, close]
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A callout where `:::` cannot stand: in a quote, and right behind the mark of an item. */
function writeQuote(
  block: readonly SourceLine[],
  prefix: string,
  kind: string,
  label: string,
  isItem: boolean,
): readonly SourceLine[] {
  const [first] = block
  if (first === undefined) return block
  const rest = isItem ? ' '.repeat(prefix.length) : prefix
  const head =
    label === ''
      ? []
      : [
          { ...first, text: `${rest}> **${label}**` },
          { ...first, text: `${rest}>` },
        ]
  const inner = block.map((line, at) => {
    const text = at === 0 && isItem ? line.text.slice(prefix.length) : line.text.slice(rest.length)
    return replaceText(line, `${rest}> ${text.trimStart()}`)
  })
  return [{ ...first, text: `${prefix}> [!${kind.toUpperCase()}]` }, ...head, ...inner]
}

/** An id of a heading stands on its line; any other one before the text. */
function writeAnchor(block: readonly SourceLine[], id: string): readonly SourceLine[] {
  const [first, ...rest] = block
  if (first === undefined || FENCE.test(first.text)) return block
  const isHeading = /^ {0,3}#{1,6}[ \t]/.test(first.text)
  if (isHeading) return [replaceText(first, `${first.text.trimEnd()} {#${id}}`), ...rest]
  const head = /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(first.text)?.[0] ?? ''
  if (first.text.trimStart().startsWith('|')) {
    return [{ ...first, text: `<a id="${id}"></a>` }, { ...first, text: '' }, ...block]
  }
  const text = `${head}<a id="${id}"></a>${first.text.slice(head.length)}`
  return [replaceText(first, text), ...rest]
}

function nameCode(block: readonly SourceLine[], language: string): readonly SourceLine[] {
  const [first, ...rest] = block
  if (first === undefined || !/^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(first.text)) return block
  return [replaceText(first, `${first.text.trimEnd()}${language}`), ...rest]
}
