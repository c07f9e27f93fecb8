import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { codeToTokensBase, createShikiPrimitive, type ThemedToken } from '@shikijs/primitive'
import { escapeHtml } from '../../contract/html_escape.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Program } from '../source_text/code_block.ts'
import { CODE_THEME, classOf } from './_code_theme.ts'
import { GRAMMAR_LOADERS } from './_grammars.ts'
import { type GrammarName, grammarOf } from './languages.ts'

/**
 * Colours programs, and loads the grammar of a language when it is first asked for. Gives the HTML
 * of the lines, joined by line ends: to send and to keep, one text takes less than many.
 */
type Tokenizer = (program: Program) => Promise<string | undefined>

type LoadedGrammar = {
  readonly shiki: ReturnType<typeof createShikiPrimitive>
  readonly lang: string
}

export function createTokenizer(): Tokenizer {
  // A pattern that JavaScript cannot express is left out: its words have no colour.
  const engine = createJavaScriptRegexEngine({ forgiving: true })
  const loaded = new Map<string, Promise<LoadedGrammar>>()
  // Each has a set of its own: within another language, a grammar colours what its set knows, and
  // a page must not look different for the code that was coloured before it.
  const load = async (grammar: GrammarName): Promise<LoadedGrammar> => {
    const loading =
      loaded.get(grammar) ??
      GRAMMAR_LOADERS[grammar]().then(({ default: grammars }) => ({
        // A warning about so many sets would be printed among the problems of a build.
        shiki: createShikiPrimitive({
          ...{ engine, themes: [CODE_THEME], langs: [...grammars] },
          warnings: false,
        }),
        lang: grammars.at(-1)?.name ?? '',
      }))
    loaded.set(grammar, loading)
    return await loading
  }
  return async ({ language, code }) => {
    const grammar = grammarOf(language)
    if (grammar === undefined || code.length > LIMITS.codeCharactersMax) return undefined
    const { shiki, lang } = await load(grammar)
    // No limit of time: what a page looks like must not depend on how busy the machine is.
    const limits = { tokenizeMaxLineLength: LIMITS.codeLineCharactersMax, tokenizeTimeLimit: 0 }
    const lines = codeToTokensBase(shiki, code, { lang, theme: CODE_THEME.name, ...limits })
    return lines.map(renderLine).join('\n')
  }
}

/** Neighbours of one class share an element, and white space joins what is before it. */
function renderLine(tokens: readonly ThemedToken[]): string {
  const pieces: { name: string | undefined; text: string }[] = []
  for (const { content, color } of tokens) {
    const last = pieces.at(-1)
    const name = content.trim() === '' ? last?.name : classOf(color)
    if (last !== undefined && last.name === name) last.text += content
    else pieces.push({ name, text: content })
  }
  return pieces
    .map(({ name, text }) =>
      name === undefined ? escapeHtml(text) : `<span class="${name}">${escapeHtml(text)}</span>`,
    )
    .join('')
}
