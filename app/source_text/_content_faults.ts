import type { Env, Token } from 'markdown-it'
import { listNames, quote } from '../contract/problem.ts'
import { CALLOUT_KINDS } from './_callouts.ts'
import type { Fault } from './_parser_notes.ts'

const REFERENCE = /\[\^([^[\]\s]+)\]/g
const MARK = /^\[!(\w+)\]/

/** What the parser took for text though its author meant more. */
export function findTextFaults(body: string, tokens: readonly Token[], env: Env): readonly Fault[] {
  return [...findUnusedNotes(body, env), ...findMissingNotes(tokens), ...findWrongKinds(tokens)]
}

function findUnusedNotes(body: string, { footnotes }: Env): readonly Fault[] {
  if (footnotes === undefined || footnotes === null || typeof footnotes !== 'object') return []
  const refs: unknown = 'refs' in footnotes ? footnotes.refs : {}
  return Object.entries(refs ?? {}).flatMap(([name, number]): Fault[] => {
    if (number !== -1) return []
    const label = `[^${name.slice(1)}]`
    const line = body.split('\n').findIndex((text) => text.includes(`${label}:`))
    const what = `nothing refers to the footnote ${quote(label)}, so the page does not show it`
    return [warn(Math.max(line, 0), what, `write ${label} where it belongs, or remove it`)]
  })
}

function findMissingNotes(tokens: readonly Token[]): readonly Fault[] {
  return tokens.flatMap((token) =>
    (token.children ?? []).flatMap((child) => {
      if (child.type !== 'text' || !child.content.includes('[^')) return []
      return [...child.content.matchAll(REFERENCE)].map(([label, name]) => {
        const what = `the footnote ${quote(label)} has no text`
        return warn(token.map?.[0] ?? 0, what, `add "[^${name}]: text", or write it as code`)
      })
    }),
  )
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

function warn(line: number, what: string, fix: string): Fault {
  return { line, what, fix, severity: 'warning' }
}
