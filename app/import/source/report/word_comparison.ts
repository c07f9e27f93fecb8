import { createCollector } from '../../../foundation/files/garbage.ts'
import { mapOutsideCode } from '../../markdown/code_spans.ts'
import { classify, isMarkedCode } from '../../markdown/line_classes.ts'
import type { Report } from './report.ts'

/** Words of original pages that are on the imported ones. */
export type WordComparison = { readonly words: number; readonly missing: number }

type ComparedPage = {
  readonly file: string
  /** What `hashWords` made of the original. */
  readonly original: Uint32Array | undefined
  /** The imported page. */
  readonly text: string
}

/** From this part on, what is missing is a loss of its own; a few words are one box or label. */
const MISSING_SHARE = 0.01
const MISSING_WORDS = 4

/** Compares each imported page with the words of its original, whatever the import did between. */
export function compareWords(
  pages: Iterable<ComparedPage>,
  report: Report,
): WordComparison | undefined {
  const sum = { words: 0, missing: 0 }
  const collect = createCollector()
  for (const { file, original, text } of pages) {
    if (original === undefined) continue
    collect()
    const missing = countMissing(original, hashWords(cutAddresses(text)))
    sum.words += original.length
    sum.missing += missing
    if (missing < MISSING_WORDS || missing <= original.length * MISSING_SHARE) continue
    const share = ((missing / original.length) * 100).toFixed(1)
    const part = `${missing} of ${original.length} words (${share} %)`
    const what = `${part} are missing on the imported page`
    report.lose(file, what, 'compare both pages, and write what is missing as text')
  }
  return sum.words === 0 ? undefined : sum
}

/** The words of a text as sorted numbers, which take a tenth of its memory. */
export function hashWords(text: string): Uint32Array {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  // Short numbers are those of lines, lists and notes, which are counted anew.
  const counted = words.filter((word) => !/^\d{1,3}$/.test(word))
  return Uint32Array.from(counted, hash).sort()
}

/** FNV-1a. */
function hash(word: string): number {
  let value = 0x81_1c_9d_c5
  for (let at = 0; at < word.length; at += 1) {
    value = Math.imul(value ^ word.charCodeAt(at), 0x01_00_01_93)
  }
  return value >>> 0
}

/** An address in Markdown is not seen, and could stand for a word that is. */
function cutAddresses(text: string): string {
  const lines = text.split('\n')
  const written = classify(lines).map((each, at) => {
    const line = lines[at] ?? ''
    return isMarkedCode(each) ? line : mapOutsideCode(line, (part) => part.replace(ADDRESS, ' '))
  })
  return written.join('\n')
}

const ADDRESS = /\]\([^()\s]*(?=[ )])|<a id="[^"]*">| \{#[^{}]*\}$/g

function countMissing(original: Uint32Array, written: Uint32Array): number {
  let [missing, at] = [0, 0]
  for (const word of original) {
    while (at < written.length && (written[at] ?? 0) < word) at += 1
    if (written[at] === word) at += 1
    else missing += 1
  }
  return missing
}
