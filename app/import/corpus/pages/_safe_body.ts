import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import {
  breakLinks,
  type ParsedMarkdown,
  parseMarkdown,
} from '../../../text/source_text/markdown.ts'
import type { Place } from '../../markdown/conversion.ts'
import { hostOf } from './_pictures.ts'
import type { Document } from './documents.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const UNSAFE = /\]\((?=\s*<?\s*(?:javascript|vbscript|file|data):)/gi

/** What addresses of the written pages may lead to. */
export type KnownTargets = {
  readonly isKnown: (page: string, anchor: string) => boolean
  /** Whether a file of this path below `pages/` is imported. */
  readonly isFile: (path: string) => boolean
  readonly isAllowedHost: (host: string) => boolean
}

/**
 * The build decides what is a link, with its own parser. A link that it finds and that has no
 * target is broken by a space after its bracket, so that every import can be built.
 */
export function makeSafeBody(
  body: string,
  parsed: ParsedMarkdown,
  page: string,
  known: KnownTargets,
): { readonly body: string; readonly broken: readonly string[]; readonly parsed: ParsedMarkdown } {
  const safe = body.replace(UNSAFE, '] (')
  const seen = safe === body ? parsed : parseMarkdown(safe)
  const found = breakLinks(safe, seen, (target) => isBad(target, page, known))
  return { ...found, broken: found.broken.flatMap((round) => round.toReversed()) }
}

/** Where the source of a page has an address; where the page begins if it has it nowhere. */
export function findAddress(
  { file, body, bodyLine, placeOf, top }: Document,
  address: string,
): Place {
  const name = posix.basename(address.replace(/[?#].*$/s, ''))
  const spellings = [address, decodePercentLeniently(address), name].filter((each) => each !== '')
  const lines = body.split('\n')
  for (const spelling of spellings) {
    const at = lines.findIndex((line) => line.includes(spelling))
    if (at === -1) continue
    const { file: own = file, line = bodyLine + at } = placeOf?.(at) ?? {}
    return { file: own, line, column: (lines[at]?.indexOf(spelling) ?? 0) + 1 }
  }
  return { ...top, column: 1 }
}

/** The addresses of a text that are looked at when all pages are known. */
export type SafetyFacts = { readonly targets: readonly Target[] }

type Target = { readonly href: string; readonly image: boolean }

/** Absent for a text that is unsafe whatever the other pages are. */
export function readSafetyFacts(body: string, parsed: ParsedMarkdown): SafetyFacts | undefined {
  if (body.search(UNSAFE) !== -1) return undefined
  const targets = parsed.targets
    .filter(({ href, image }) => image || !SCHEME.test(href))
    .map(({ href, image }) => ({ href, image }))
  return { targets }
}

/** Whether every address of a text leads somewhere. */
export function isSafeText({ targets }: SafetyFacts, page: string, known: KnownTargets): boolean {
  return !targets.some((target) => isBad(target, page, known))
}

function isBad(
  { href, image }: Target,
  page: string,
  { isKnown, isFile, isAllowedHost }: KnownTargets,
): boolean {
  if (SCHEME.test(href)) return image && !isAllowedHost(hostOf(href) ?? '')
  const [there, anchor] = targetOf(href, page)
  return !isFile(there) && (image || !isKnown(there, anchor))
}

function targetOf(href: string, page: string): [page: string, anchor: string] {
  const path = decodePercentLeniently(href.replace(/[?#].*$/s, ''))
  const anchor = decodePercentLeniently(/#(.*)$/s.exec(href)?.[1] ?? '')
  const there = path === '' ? page : posix.join(posix.dirname(page), path)
  return [there, anchor === 'top' ? '' : anchor]
}
