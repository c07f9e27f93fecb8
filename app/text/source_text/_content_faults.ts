import type { Env, Token } from 'markdown-it'
import { listNames, quote } from '../../contract/problem.ts'
import { BLOCK_KINDS } from './_block_kinds.ts'
import { CALLOUT_KINDS } from './_callouts.ts'
import { BLOCK_OPENING } from './_containers.ts'
import type { Fault } from './_parser_notes.ts'
import { shorten } from './escape.ts'

const REFERENCE = /\[\^([^[\]\s]+)\]/g
const MARK = /^\[!(\w+)\]/

/** What the parser took for text though its author meant more. */
export function findTextFaults(body: string, tokens: readonly Token[], env: Env): readonly Fault[] {
  const notes = [...findUnusedNotes(body, env), ...findMissingNotes(tokens)]
  const marks = [...findWrongKinds(tokens), ...findUnknownBlocks(tokens), ...findShownMarks(tokens)]
  return [...notes, ...marks]
}

/** Labels of notes that have a text but no reference, such as `[^a]`. */
export function listUnusedNotes({ footnotes }: Env): readonly string[] {
  if (footnotes === undefined || footnotes === null || typeof footnotes !== 'object') return []
  const refs: unknown = 'refs' in footnotes ? footnotes.refs : {}
  return Object.entries(refs ?? {}).flatMap(([name, number]) => {
    return number === -1 ? [`[^${name.slice(1)}]`] : []
  })
}

function findUnusedNotes(body: string, env: Env): readonly Fault[] {
  return listUnusedNotes(env).map((label) => {
    const line = body.split('\n').findIndex((text) => text.includes(`${label}:`))
    const what = `nothing refers to the footnote ${quote(label)}, so the page does not show it`
    return warn(Math.max(line, 0), what, `write ${label} where it belongs, or remove it`)
  })
}

function findMissingNotes(tokens: readonly Token[]): readonly Fault[] {
  const faults: Fault[] = []
  for (const { map, children } of tokens) {
    for (const { type, content } of children ?? []) {
      if (type !== 'text' || !content.includes('[^')) continue
      for (const [label, name] of content.matchAll(REFERENCE)) {
        const what = `the footnote ${quote(label)} has no text`
        faults.push(warn(map?.[0] ?? 0, what, `add "[^${name}]: text", or write it as code`))
      }
    }
  }
  return faults
}

function findWrongKinds(tokens: readonly Token[]): readonly Fault[] {
  return tokens.flatMap((token, at): Fault[] => {
    const inside = tokens[at + 2]
    if (token.type !== 'blockquote_open' || inside?.type !== 'inline') return []
    const [mark] = MARK.exec(inside.content) ?? []
    if (mark === undefined) return []
    const kinds = CALLOUT_KINDS.map((kind) => `[!${kind.toUpperCase()}]`)
    const what = `${quote(mark)} is no kind of callout, so it is shown as text`
    return [warn(inside.map?.[0] ?? 0, what, `write one of ${listNames(kinds)}`)]
  })
}

function findUnknownBlocks(tokens: readonly Token[]): readonly Fault[] {
  return tokens.flatMap(({ type, content, map }): readonly Fault[] => {
    if (type !== 'inline' || !content.includes(':::')) return []
    return content.split('\n').flatMap((text, at): readonly Fault[] => {
      const name = BLOCK_OPENING.exec(text)?.[1]
      if (name === undefined || BLOCK_KINDS.has(name.toLowerCase())) return []
      const what = `the block ${quote(`:::${name}`)} is not known, so it is shown as text`
      const fix = `write one of ${listNames([...BLOCK_KINDS.keys()])}, or use a quote`
      return [warn((map?.[0] ?? 0) + at, what, fix)]
    })
  })
}

/** What stands where the address of a link or picture would. */
const ADDRESS = /\]\(([^()<>\s][^()<>]{0,400})\)/g
const FILE_NAME = /\.[a-z0-9]{2,5}$/i

/** Elements that other generators take from a page; a name in text such as `<file>` is none. */
const ELEMENTS =
  'a|b|badge|br|center|code|details|div|em|figure|font|h[1-6]|hr|i|iframe|img|kbd|li|ol|p|script|' +
  'span|strong|style|sub|summary|sup|table|td|tr|u|ul|video'
const ELEMENT = new RegExp(`</?(?:${ELEMENTS})(?:\\s[^<>]*)?/?>`, 'i')

/** Marks that readers would see, because they are no Markdown of ours. */
function findShownMarks(tokens: readonly Token[]): readonly Fault[] {
  const faults: Fault[] = []
  for (const { map, children } of tokens) {
    let line = map?.[0] ?? 0
    for (const { type, content } of children ?? []) {
      if (type === 'softbreak' || type === 'hardbreak') line += 1
      if (type !== 'text') continue
      const { shown, address } = content.includes('](') ? findSpacedAddress(content) : {}
      if (shown !== undefined && address !== undefined) {
        const what = `a space ends the address in ${quote(shown)}`
        faults.push(warn(line, what, encodeSpaces(address)))
      }
      const [element] = (content.includes('<') && ELEMENT.exec(content)) || []
      if (element !== undefined) {
        const what = `the HTML ${quote(shorten(element, ELEMENT_SHOWN))} ${SHOWN}`
        faults.push(warn(line, what, AS_MARKDOWN))
      }
    }
  }
  return faults
}

/** A link or picture whose address has a space, which ends it; only what looks like a file. */
function findSpacedAddress(text: string): { readonly shown?: string; readonly address?: string } {
  for (const { 0: end, 1: target = '', index } of text.matchAll(ADDRESS)) {
    const [address = ''] = target.split(/[?#]/)
    if (!address.includes(' ') || !FILE_NAME.test(address)) continue
    const open = text.lastIndexOf('[', index)
    const start = text[open - 1] === '!' ? open - 1 : open
    if (open !== -1) return { shown: text.slice(start, index + end.length), address }
  }
  return {}
}

/** Characters of an element in a message. */
const ELEMENT_SHOWN = 40
const SHOWN = 'is shown as text'
const AS_MARKDOWN = 'write it as Markdown, or as code if readers should see it'

function encodeSpaces(address: string): string {
  return `write ${quote(address.replaceAll(' ', '%20'))}, or rename the file`
}

function warn(line: number, what: string, fix: string): Fault {
  return { line, what, fix, severity: 'warning' }
}
