import { quote } from '../../../contract/problem.ts'
import { saysNothing } from '../../../docs/model/picture_words.ts'
import { explainUndrawn } from '../../../text/content/diagram_drawer.ts'
import { isKnownLanguage, LANGUAGES } from '../../../text/content/languages.ts'
import { renderMath } from '../../../text/content/math.ts'
import { isDiagram, isMathFence, readCodeBlock } from '../../../text/source_text/code_block.ts'
import { shorten } from '../../../text/source_text/escape.ts'
import {
  type Fault,
  type ParsedMarkdown,
  readInlineText,
} from '../../../text/source_text/markdown.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'

/** Languages that no grammar knows, and pictures that nobody describes. */
export function findContentFaults({ tokens }: ParsedMarkdown): readonly Fault[] {
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
