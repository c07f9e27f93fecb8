import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from './registry_words.ts'

const choice = Type.Optional(oneOf(['yes', 'no']))

/**
 * What the owner of the text lets automated clients do with it (contentsignals.org). Nothing is
 * preset: a default of ours would speak for the owner.
 */
export const SignalsSchema = Type.Object(
  {
    /** Results with links, not summaries. */
    search: choice,
    /** Answers of models that read the text for them. */
    ai_input: choice,
    ai_train: choice,
    use: Type.Optional(oneOf(['immediate', 'reference', 'full'])),
  },
  closed,
)

/** The value of `Content-Signal`; absent where the owner says nothing. */
export function contentSignalOf(signals: Static<typeof SignalsSchema> = {}): string | undefined {
  const { search, ai_input: input, ai_train: train, use } = signals
  const said = [
    ['search', search],
    ['ai-input', input],
    ['ai-train', train],
    ['use', use],
  ].filter(([, value]) => value !== undefined)
  return said.length === 0 ? undefined : said.map((pair) => pair.join('=')).join(', ')
}
