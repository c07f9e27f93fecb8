import type { Numbers } from '../../tables/growing.ts'
import { createFraming, type Framing, selectContent } from '../analysis/framing_words.ts'
import { parseQuery } from '../analysis/query.ts'
import { stemWord } from '../analysis/stemming.ts'
import type { TermBuilder } from './_term_builder.ts'
import type { SearchFile } from './search_file.ts'

/** A phrase that stands for one page, which is found first for it. */
export type Alias = { readonly phrase: string; readonly page: number }

/** An alias is a term that no text holds: this sign and the phrase. Its posting names the page. */
const SIGN = '\u0002'

/** A name for a page, and for which of its words it is one. */
function nameTerm(phrase: string, framing: Framing, language: string): string {
  const { sequence } = selectContent(parseQuery(phrase.normalize('NFC')), framing)
  return `${SIGN}${sequence.map((word) => stemWord(word, language)).join(' ')}`
}

/** Adds the terms of aliases. A phrase that stands for two pages stands for the first. */
export function addAliases(
  builder: TermBuilder,
  aliases: readonly Alias[],
  unitStarts: Numbers,
  language: string,
): void {
  if (aliases.length === 0) return
  const framing = createFraming(language)
  for (const { phrase, page } of aliases) {
    const term = nameTerm(phrase, framing, language)
    if (term !== SIGN && !builder.has(term)) builder.addPostings(term, [[unitStarts.at(page), 1]])
  }
}

/** Finds the page that a whole query stands for. */
export class Aliases {
  readonly #file: SearchFile
  readonly #framing: Framing | undefined

  constructor(file: SearchFile) {
    const { from, to } = file.terms.findPrefix(SIGN)
    this.#file = file
    // Most corpora have no alias, and need not read a query twice.
    this.#framing = from === to ? undefined : createFraming(file.language)
  }

  find(query: string): number | undefined {
    if (this.#framing === undefined) return undefined
    const { terms, language, postingAt, postingUnit, unitPage } = this.#file
    const term = terms.find(nameTerm(query, this.#framing, language))
    return term === -1 ? undefined : unitPage[postingUnit[postingAt[term] ?? 0] ?? 0]
  }
}
