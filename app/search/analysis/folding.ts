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
