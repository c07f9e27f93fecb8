// There are no spaces between CJK words, so each character counts as a word.
const IDEOGRAPH = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]'
const WORD = new RegExp(`${IDEOGRAPH}|(?:(?!${IDEOGRAPH})[\\p{L}\\p{N}])+`, 'gu')

/**
 * The words of a text as a reader sees them: runs of letters and digits, without case and accents.
 * This code is independent of the search engine, so that it does not share its bugs.
 */
export function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? []
}

/** Knows which texts contain a word, to decide whether a query identifies one text. */
export class WordHolders {
  readonly #holders = new Map<string, number[]>()

  constructor(texts: readonly string[]) {
    for (const [at, text] of texts.entries()) {
      for (const word of new Set(wordsOf(text))) {
        const holders = this.#holders.get(word)
        if (holders === undefined) this.#holders.set(word, [at])
        else holders.push(at)
      }
    }
  }

  /** Whether only the text at `own` contains all the words, and one that begins with `prefix`. */
  areOnlyIn(own: number, words: readonly string[], prefix?: string): boolean {
    const lists = [...new Set(words)].map((word) => this.#holders.get(word) ?? [])
    if (prefix !== undefined) lists.push(this.#findPrefix(prefix))
    const [rarest = [], ...others] = lists.sort((one, other) => one.length - other.length)
    const sets = others.map((list) => new Set(list))
    return rarest.every((at) => at === own || sets.some((set) => !set.has(at)))
  }

  #findPrefix(prefix: string): number[] {
    const found = new Set<number>()
    for (const [word, holders] of this.#holders) {
      if (word.startsWith(prefix)) for (const at of holders) found.add(at)
    }
    return [...found]
  }
}
