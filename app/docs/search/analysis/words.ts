import { scanIdeographs } from './_ideographs.ts'
import {
  classifyAt,
  DIGIT,
  findSign,
  foldWord,
  IDEOGRAPH,
  LOWER,
  MARK,
  OTHER,
  scanSymbol,
  UPPER,
} from './characters.ts'

/** Receives the words of a text, in the order of the text. */
export type WordSink = {
  /** Only positions are wanted: words arrive empty, and nothing else is looked for. */
  readonly placesOnly?: true
  /** A word with a position of its own; `joined` when pairs represent it better (CJK). */
  word(word: string, start: number, end: number, joined: boolean): void
  /** A part of the last word, which is in camelCase. */
  hump(word: string): void
  /** An identifier of several words without its punctuation: `Bun.serve`, `in-memory`, `A_MAX`. */
  whole(word: string): void
  /** Two adjacent CJK characters. */
  pair(word: string): void
  /** A word of Japanese: a run of katakana, whose pairs follow, or an ideograph among kana. */
  run(word: string, start: number, end: number): void
  /** The last word with the sign before it: `.net`, `--flag`, `$home`. */
  signed(word: string): void
  /** An emoji or an operator, which is no word of the text and has no position. */
  symbol(symbol: string, start: number, end: number): void
}

/** What a sink does with all else if it wants words alone. */
export const WORDS_ALONE: Omit<WordSink, 'word'> = {
  hump: () => undefined,
  whole: () => undefined,
  pair: () => undefined,
  run: () => undefined,
  signed: () => undefined,
  symbol: () => undefined,
}

/** Longer words are keys, digests and data, which nobody searches for. */
export const WORD_CHARACTERS_MAX = 64

/** An identifier of more words than this is a path or a slug. */
const WHOLE_WORDS_MAX = 8

function readWord(text: string, start: number, end: number, sink: WordSink): string {
  if (sink.placesOnly) return ''
  const word = text.slice(start, end)
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    // Most words are lower case already, and folding is the most expensive part of a scan.
    if (unit < 48 || unit > 122 || (unit > 57 && unit < 97)) return foldWord(word)
  }
  return word
}

/** Passes the words of a text to a sink. */
export function scanWords(text: string, sink: WordSink): void {
  let at = 0
  while (at < text.length) {
    const kind = classifyAt(text, at)
    if (kind === OTHER) at = scanSymbol(text, at, sink)
    else if (kind === MARK) at += 1
    else if (kind === IDEOGRAPH) at = scanIdeographs(text, at, sink)
    else at = scanIdentifier(text, at, sink)
  }
}

/** Scans a word, or words that punctuation joins: `Bun.serve`, `A_MAX`, `process.env.NODE_ENV`. */
function scanIdentifier(text: string, start: number, sink: WordSink): number {
  const end = findWordEnd(text, start)
  const word = readWord(text, start, end, sink)
  const next = emitWord(text, start, end, word, sink)
  // Most words stand alone and need no further work.
  if (next === end && joinsWords(text, end)) return scanJoined(text, end, word, sink)
  const sign = sink.placesOnly ? '' : findSign(text, start)
  if (sign !== '' && next - start <= WORD_CHARACTERS_MAX) sink.signed(sign + word)
  return next
}

function scanJoined(text: string, firstEnd: number, first: string, sink: WordSink): number {
  const members: string[] = []
  let [member, memberWords, words] = [first, 1, 1]
  let end = firstEnd
  let next = firstEnd
  const close = () => {
    if (memberWords > 1) emitWhole(member, memberWords, sink)
    members.push(member)
    member = ''
    memberWords = 0
  }
  while (next === end && joinsWords(text, end)) {
    if (text.charCodeAt(end) === DOT) close()
    const start = end + 1
    end = findWordEnd(text, start)
    const word = readWord(text, start, end, sink)
    next = emitWord(text, start, end, word, sink)
    member += word
    memberWords += 1
    words += 1
  }
  close()
  if (members.length > 2 && words <= WHOLE_WORDS_MAX) {
    for (let of = 1; of < members.length; of++) {
      emitWhole(`${members[of - 1]}${members[of]}`, 2, sink)
    }
  }
  if (members.length > 1) emitWhole(members.join(''), words, sink)
  return next
}

function emitWhole(whole: string, words: number, sink: WordSink): void {
  if (words <= WHOLE_WORDS_MAX && whole.length <= WORD_CHARACTERS_MAX) sink.whole(whole)
}

/** Emits one word and returns where the scan continues. */
function emitWord(text: string, start: number, end: number, word: string, sink: WordSink): number {
  if (end - start > WORD_CHARACTERS_MAX) return end
  const sign = end - start === 1 ? findSignEnd(text, end) : end
  if (sign > end) {
    // `C++` and `C#` are words of their own, and also match `C`.
    sink.word(word + text.slice(end, sign), start, sign, false)
    sink.hump(word)
    return sign
  }
  sink.word(word, start, end, false)
  if (!sink.placesOnly && hasHump(text, start, end)) emitHumps(text, start, end, sink)
  return skipPossessive(text, end)
}

function findWordEnd(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const kind = classifyAt(text, at)
    if (kind === OTHER || kind === IDEOGRAPH) break
    at += 1
  }
  return at
}

const DOT = 46
const HYPHEN = 45
const UNDERSCORE = 95
const PLUS = 43
const HASH = 35
const APOSTROPHE = 39
const CURLY_APOSTROPHE = 0x2019

function joinsWords(text: string, at: number): boolean {
  const sign = text.charCodeAt(at)
  if (sign !== DOT && sign !== HYPHEN && sign !== UNDERSCORE) return false
  const after = skipMarks(text, at + 1)
  if (after >= text.length) return false
  const next = classifyAt(text, after)
  return next === LOWER || next === UPPER || next === DIGIT
}

/** Invisible characters may split an identifier: `MAX_<zero-width space>SIZE` is still one. */
function skipMarks(text: string, start: number): number {
  let at = start
  while (at < text.length && classifyAt(text, at) === MARK) at += 1
  return at
}

function findSignEnd(text: string, at: number): number {
  const first = text.charCodeAt(at)
  if (first !== HASH && (first !== PLUS || text.charCodeAt(at + 1) !== PLUS)) return at
  const end = first === HASH ? at + 1 : at + 2
  const isFree = end >= text.length || classifyAt(text, end) === OTHER
  return isFree && text.charCodeAt(end) !== HASH ? end : at
}

/** Skips the `'s` of `Bun's`, which is not a word. */
function skipPossessive(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if (sign !== APOSTROPHE && sign !== CURLY_APOSTROPHE) return at
  if ((text.charCodeAt(at + 1) | 32) !== 115) return at
  return at + 2 >= text.length || classifyAt(text, at + 2) === OTHER ? at + 2 : at
}

function isHumpStart(text: string, at: number, end: number): boolean {
  if (classifyAt(text, at) !== UPPER) return false
  const before = classifyBefore(text, at)
  if (before === LOWER || before === DIGIT) return true
  return before === UPPER && at + 1 < end && classifyAt(text, at + 1) === LOWER
}

/** Class of the character before a position, skipping its marks. */
function classifyBefore(text: string, end: number): number {
  let at = end - 1
  while (at > 0 && classifyAt(text, at) === MARK) at -= 1
  return classifyAt(text, at)
}

function hasHump(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (isHumpStart(text, at, end)) return true
  return false
}

function emitHumps(text: string, start: number, end: number, sink: WordSink): void {
  let from = start
  for (let at = start + 1; at <= end; at++) {
    if (at < end && !isHumpStart(text, at, end)) continue
    sink.hump(foldWord(text.slice(from, at)))
    from = at
  }
}
