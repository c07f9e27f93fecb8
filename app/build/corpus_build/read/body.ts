import type { Heading } from '../../../contract/build.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { type Place, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { explainUnsafeAddress, UNSAFE_SCHEMES } from '../../../docs/model/addresses.ts'
import { saysNothing } from '../../../docs/model/asset.ts'
import { isDescriptive } from '../../../docs/model/page_text.ts'
import type { SourceLink } from '../../../docs/model/source.ts'
import { explainUndrawn } from '../../../text/content/diagram_drawer.ts'
import { isKnownLanguage, LANGUAGES } from '../../../text/content/languages.ts'
import { renderMath } from '../../../text/content/math.ts'
import { isDiagram, isMathFence, readCodeBlock } from '../../../text/source_text/code_block.ts'
import { shorten } from '../../../text/source_text/escape.ts'
import {
  type Fault,
  type ParsedMarkdown,
  parseMarkdown,
  readInlineText,
} from '../../../text/source_text/markdown.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import { findLineStarts } from '../../../text/source_text/source_positions.ts'
import { warnOfHiddenText } from './_hidden_characters.ts'

type BodyFacts = {
  readonly headings: readonly Heading[]
  readonly anchors: readonly string[]
  readonly links: readonly SourceLink[]
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** What the first paragraph says, for a page without a description. */
  readonly summary: string
}

// The parser keeps an address with such a scheme as text, so that nobody can click it.
const UNSAFE = new RegExp(`\\]\\(\\s*<?\\s*((?:${UNSAFE_SCHEMES}):)`, 'i')

/** Receives each body as parsed; nothing else keeps it, because it is larger than its text. */
export type OnParsed = (parsed: ParsedMarkdown) => void

/** Reads the anchors of a body, and each link with its place in the file. */
export function readBody(
  file: string,
  body: string,
  bodyLine: number,
  onParsed?: OnParsed,
): BodyFacts {
  const parsed = parseMarkdown(body)
  onParsed?.(parsed)
  const starts = findLineStarts(body)
  const placeOf = (offset: number): Place => {
    const line = lineOf(starts, offset)
    return { file, line: bodyLine + line, column: offset - (starts[line] ?? 0) + 1 }
  }
  const problems = parsed.tokens.flatMap((token) => {
    const from = starts[token.map?.[0] ?? 0] ?? 0
    return (token.children ?? []).flatMap((child) => {
      if (child.type === 'text' && UNSAFE.test(child.content)) {
        const scheme = UNSAFE.exec(child.content)?.[1] ?? ''
        return [explainUnsafeAddress(placeOf(Math.max(body.indexOf(scheme, from), from)), scheme)]
      }
      if (child.type !== 'link_open' || child.attrGet('href') !== '') return []
      const at = Math.max(body.indexOf('](', from), from)
      return [problemAt(placeOf(at), 'the link has no address', 'write one, or remove the link')]
    })
  })
  const links = parsed.targets.map(({ href, image, start }) => ({
    href,
    image,
    place: placeOf(start),
  }))
  const faults = [...parsed.faults, ...findContentFaults(parsed)]
  const faultsOf = (severity: Fault['severity']) =>
    faults
      .filter((fault) => fault.severity === severity)
      .map(({ line, what, fix, href }) => {
        const place = links.find(
          (link) => link.image && link.href === href && link.place.line === bodyLine + line,
        )?.place
        return problemAt(place ?? { file, line: bodyLine + line, column: 1 }, what, fix)
      })
  return {
    headings: parsed.headings,
    anchors: parsed.anchors,
    links,
    problems: [...problems, ...faultsOf('problem')],
    warnings: [...faultsOf('warning'), ...warnOfHiddenText(file, body, bodyLine)],
    summary: summarizeBody(parsed),
  }
}

/** The last line that starts at or before an offset, by binary search. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Languages that no grammar knows, and pictures that nobody describes. */
function findContentFaults({ tokens }: ParsedMarkdown): readonly Fault[] {
  const faults: Fault[] = []
  let line = 0
  for (const token of tokens) {
    line = token.map?.[0] ?? line
    if (token.type === 'fence') faults.push(...checkFence(token.info, token.content, line))
    if (token.type === 'math_block') faults.push(...checkMath(token.content, line, true))
    for (const [at, child] of (token.children ?? []).entries()) {
      if (child.type === 'math_inline') faults.push(...checkMath(child.content, line, false))
      if (child.type !== 'image') continue
      const before = token.children?.slice(0, at) ?? []
      const below = before.filter(({ type }) => /^(soft|hard)break$/.test(type)).length
      const words = readInlineText(child.children ?? []).trim()
      faults.push(...checkAlt(words, String(child.attrGet('src') ?? ''), line + below))
    }
  }
  return faults
}

function checkFence(info: string, content: string, line: number): readonly Fault[] {
  if (isMathFence(info)) return checkMath(content, line, true)
  const diagram = isDiagram(readCodeBlock(info, '')) ? explainUndrawn(content) : undefined
  const faults = diagram === undefined ? [] : [{ ...diagram, line: line + 1 + diagram.line }]
  return [...faults, ...checkLanguage(info, line)]
}

function checkMath(tex: string, line: number, isBlock: boolean): readonly Fault[] {
  const drawn = renderMath(tex, isBlock)
  if ('html' in drawn) return []
  const what = `the formula ${quote(shorten(tex, FORMULA_SHOWN))} cannot be drawn: ${drawn.fault}`
  return [{ line, what, fix: 'fix its TeX, or write it as code', severity: 'problem' }]
}

/** Characters of a formula in a message. */
const FORMULA_SHOWN = 40

function checkLanguage(info: string, line: number): readonly Fault[] {
  const block = readCodeBlock(info, '')
  const { language, words } = block
  const faults = words.faults.map((fault) => ({ ...fault, line, severity: 'warning' as const }))
  if (isKnownLanguage(language) || isDiagram(block)) return faults
  const near = findNearest(language.toLowerCase(), LANGUAGES)
  const what = `the language ${quote(language)} is not known, so the code has no colours`
  const fix = `write ${near === undefined ? 'one that editors know' : quote(near)}, or "text"`
  return [...faults, { line, what, fix, severity: 'warning' }]
}

function checkAlt(words: string, href: string, line: number): readonly Fault[] {
  const state =
    words === ''
      ? 'has no description'
      : saysNothing(words)
        ? `is described as ${quote(words)}, which says nothing`
        : undefined
  if (state === undefined || href === '') return []
  const fix = 'say in the brackets what it shows, for readers who cannot see it'
  const what = `the image ${quote(href)} ${state}`
  return [{ line, what, fix, href, severity: 'warning' }]
}

/** Further sentences are taken up to this length: `llms.txt` shows no more of a description. */
const SUMMARY_CHARACTERS_FINE = 200

/** A shorter paragraph is a label or a badge, and says little about a page. */
const PARAGRAPH_WORDS_MIN = 4

/** Enough for any sentence; a generated paragraph may be huge. */
const PARAGRAPH_CHARACTERS_MAX = 4000

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Whole sentences from the first paragraph of a body; '' if it has none. */
function summarizeBody(parsed: ParsedMarkdown): string {
  const paragraph = findFirstParagraph(parsed).slice(0, PARAGRAPH_CHARACTERS_MAX)
  let summary = ''
  for (const { segment } of sentences.segment(paragraph)) {
    const longer = summary + segment
    if (summary !== '' && countCharacters(longer.trim()) > SUMMARY_CHARACTERS_FINE) break
    summary = longer
  }
  return cutAtWord(summary.trim())
}

/** The first paragraph at the top level: text of a list or table makes no sense without it. */
function findFirstParagraph({ tokens }: ParsedMarkdown): string {
  let short = ''
  for (const [at, { type, level }] of tokens.entries()) {
    if (type !== 'paragraph_open' || level > 0) continue
    const paragraph = tokens[at + 1]
    const children = (paragraph?.children ?? []).filter((child) => child.type !== 'image')
    const text = readInlineText(children).replace(/\s+/g, ' ').trim()
    if (!isDescriptive(text, paragraph?.content ?? '')) continue
    if (text.split(' ').length >= PARAGRAPH_WORDS_MIN || isUnspaced(text)) return text
    if (short === '') short = text
  }
  return short
}

/** Some scripts put no spaces between words. */
function isUnspaced(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]{8}/u.test(text)
}

function cutAtWord(text: string): string {
  if (countCharacters(text) <= LIMITS.descriptionCharactersMax) return text
  const start = [...text].slice(0, LIMITS.descriptionCharactersMax - 1).join('')
  return `${start.replace(/\s+\S*$/, '')}…`
}

function countCharacters(text: string): number {
  return [...text].length
}
