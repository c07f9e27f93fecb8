type ScriptLanguage = 'ja' | 'ko' | 'zh'

const KANA = '[\\p{sc=Hiragana}\\p{sc=Katakana}]'
const ANY = new RegExp(`${KANA}|\\p{sc=Hangul}|\\p{sc=Han}`, 'u')
const WORD = new RegExp(
  `(${KANA})|(\\p{sc=Hangul})|(\\p{sc=Han})|(?:(?!${ANY.source})[\\p{L}\\p{N}_])+`,
  'gu',
)

/** A page that quotes a sentence or lists names of languages stays below it. */
const SHARE_MIN = 0.4

/** Chinese pages name things of Japan; Japanese ones have more kana than that in every sentence. */
const KANA_SHARE_MIN = 0.05

/**
 * Chinese, Japanese or Korean, if enough of a text is in their letters. A run of other letters
 * counts as one, because a word of English is one or two of these: code stands on such pages too.
 */
export function findScriptLanguage(text: string): ScriptLanguage | undefined {
  if (!ANY.test(text)) return undefined
  let [kana, hangul, han, others] = [0, 0, 0, 0]
  for (const [, isKana, isHangul, isHan] of text.matchAll(WORD)) {
    if (isKana !== undefined) kana += 1
    else if (isHangul !== undefined) hangul += 1
    else if (isHan !== undefined) han += 1
    else others += 1
  }
  const own = kana + hangul + han
  if (own < (own + others) * SHARE_MIN) return undefined
  if (hangul * 2 > own) return 'ko'
  return kana < (kana + han) * KANA_SHARE_MIN ? 'zh' : 'ja'
}

/** The language of more than half of the texts, by their script or as `find` says. */
export function findSharedLanguage(
  texts: readonly string[],
  find: (text: string) => string | undefined = findScriptLanguage,
): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const found = find(text)
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return [...counts].find(([, count]) => count * 2 > texts.length)?.[0]
}
