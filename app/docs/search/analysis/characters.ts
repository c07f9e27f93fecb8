/** The classes of characters: what each is for the words of a text. */
export const OTHER = 1
export const LOWER = 2
export const UPPER = 3
export const DIGIT = 4
export const MARK = 5
export const IDEOGRAPH = 6

/** Scripts without spaces between words: each character is a word, and pairs keep the order. */
export const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/**
 * Characters that belong to the one before: combining marks, invisible characters (soft hyphens,
 * zero-width joiners and spaces, direction marks), the Arabic tatweel, and the voicing marks of
 * half-width kana, which Unicode classifies as letters.
 */
const MARKS = /[\p{M}\p{Default_Ignorable_Code_Point}\u0640\uff9e\uff9f]/u

/** Class of each UTF-16 unit, filled on first use: a fixed 64 KB. Surrogates stay empty. */
const CLASSES = new Uint8Array(0x10000)

/** The class of the character at a position. */
export function classifyAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return CLASSES[unit] || classifyNewUnit(text, at, unit)
}

function classifyNewUnit(text: string, at: number, unit: number): number {
  // A low surrogate belongs to the high one before it.
  if (unit >= 0xdc00 && unit <= 0xdfff) return MARK
  if (unit >= 0xd800 && unit <= 0xdbff) return classify(text.slice(at, at + 2))
  const found = classify(text.charAt(at))
  CLASSES[unit] = found
  return found
}

function classify(character: string): number {
  if (MARKS.test(character)) return MARK
  if (!/[\p{L}\p{N}]/u.test(character)) return OTHER
  if (WITHOUT_SPACES.test(character)) return IDEOGRAPH
  if (/\p{N}/u.test(character)) return DIGIT
  return /\p{Lu}/u.test(character) ? UPPER : LOWER
}

// Accents, the vowel points of Arabic and Hebrew, which people omit, and invisible characters.
const ACCENTS =
  /[\u0300-\u036f\u0640\p{Default_Ignorable_Code_Point}]|(?=[\p{scx=Arab}\p{scx=Hebr}])\p{M}/gu
/** The Cyrillic short i is a letter of its own, which endings need. */
const SHORT_I = /\u0438\u0306/g
const PLAIN_SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
}

const PLAIN = /^[\x00-\x7f]*$/

/** Lower case without accents: `Über` and `uber` are the same word. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  // Most words are ASCII and need no costly normalization.
  if (PLAIN.test(lower)) return lower
  const bare = lower.normalize('NFKD').replace(SHORT_I, '\u0439').replace(ACCENTS, '')
  return bare.replace(/[ßæœøđłı]/g, (letter) => PLAIN_SPELLINGS[letter] ?? letter).normalize('NFKC')
}

/** Receives the symbols of a text. */
type SymbolSink = {
  readonly placesOnly?: true
  symbol(symbol: string, start: number, end: number): void
}

/** Runs of ASCII signs that people search for. Others are punctuation, or lines of a table. */
const OPERATORS: ReadonlySet<string> = new Set(
  '=> -> :: ?? ?. ??= == === != !== <= >= && &&= || ||= |> ++ ** := <- <=> << >> >>> += -='.split(
    ' ',
  ),
)

const OPERATOR_SIGNS = '=>-:?&|+*<!'
const IN_OPERATOR = Uint8Array.from({ length: 128 }, (_, code) =>
  OPERATOR_SIGNS.includes(String.fromCharCode(code)) ? 1 : 0,
)

/** Below stand the letters, the signs of a typewriter, and accents. */
const SYMBOLS_FROM = 0x2010

/** Emoji, arrows, currencies and signs of mathematics; not the lines and blocks of drawings. */
const SYMBOL = /^(?![\u2500-\u259f\u2120\u2122])(?:\p{S}|\p{Extended_Pictographic})/u
/** A colour of skin changes the emoji before it, and letters of flags stand in pairs. */
const SKIN = /^[\u{1f3fb}-\u{1f3ff}]/u
const FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}/u

/** Passes the symbol at a position to a sink, if there is one; returns where the scan continues. */
export function scanSymbol(text: string, start: number, sink: SymbolSink): number {
  const unit = text.charCodeAt(start)
  if (sink.placesOnly || unit === 32 || unit === 10) return start + 1
  if (unit < 128) return IN_OPERATOR[unit] === 1 ? scanOperator(text, start, sink) : start + 1
  if (unit < SYMBOLS_FROM) return start + 1
  const rest = text.slice(start, start + 4)
  const length = FLAG.test(rest) ? 4 : String.fromCodePoint(rest.codePointAt(0) ?? unit).length
  const end = start + length
  if (SYMBOL.test(rest) && !SKIN.test(rest)) sink.symbol(text.slice(start, end), start, end)
  return end
}

function scanOperator(text: string, start: number, sink: SymbolSink): number {
  let end = start + 1
  while (IN_OPERATOR[text.charCodeAt(end)] === 1) end += 1
  // `?.` is one operator, but a full stop behind another only ends the sentence.
  if (text.charAt(end - 1) === '?' && text.charAt(end) === '.') end += 1
  const run = text.slice(start, end)
  if (end - start > 1 && OPERATORS.has(run)) sink.symbol(run, start, end)
  return end
}

const MINUS = '-'
const SIGNS = `.$@${MINUS}`
/** What ends a name: a sign behind it joins two names, and begins none. */
const NAME_ENDS = `${SIGNS})]}`

/** The sign before a word, or nothing: `.` of `.NET`, `--` of `--flag`, `$` of `$HOME`. */
export function findSign(text: string, start: number): string {
  const last = text.charAt(start - 1)
  if (last === '' || !SIGNS.includes(last)) return ''
  const kind = classifyAt(text, start)
  if (kind !== LOWER && kind !== UPPER) return ''
  const sign = last === MINUS && text.charAt(start - 2) === MINUS ? '--' : last
  const before = start - sign.length - 1
  if (before < 0) return sign
  const kindBefore = classifyAt(text, before)
  const isFree = kindBefore === OTHER && !NAME_ENDS.includes(text.charAt(before))
  return isFree ? sign : ''
}

/** Whether an operator of a query stands alone: in "really??" it only asks. */
export function standsAlone(text: string, start: number, end: number): boolean {
  return !/\S/.test(text.charAt(start - 1)) && !/\S/.test(text.charAt(end))
}

/** Whether a term is a symbol, or a word with the sign before it: no word is a typo of these. */
export function startsWithSign(term: string): boolean {
  return !/^[\p{L}\p{N}\p{M}]/u.test(term)
}

/** Marks an ideograph without another beside it, which alone is the stem of a word: 開く, 開いた. */
export const AMONG_KANA = '〜'

const CJK = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u

/** The characters of a word that is made of CJK characters alone; empty for any other. */
export function readCharacters(word: string): string {
  const characters = word.replace(AMONG_KANA, '')
  return CJK.test(characters) ? characters : ''
}
