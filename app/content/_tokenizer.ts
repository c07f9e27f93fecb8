import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { codeToTokensBase, createShikiPrimitive, type ThemedToken } from '@shikijs/primitive'
import { escapeHtml } from '../contract/html_escape.ts'
import type { Program } from '../source_text/code_block.ts'
import { CODE_THEME, classOf } from './_code_theme.ts'
import { GRAMMAR_LOADERS } from './_grammars.ts'
import { type GrammarName, grammarOf } from './languages.ts'

/** Longest code that gets colours; a grammar may take long on data that somebody pasted. */
const CODE_CHARACTERS_MAX = 100_000
const LINE_CHARACTERS_MAX = 2000

/** HTML of each line of a program. */
export type ColouredLines = readonly string[]

/** Colours programs, and loads the grammar of a language when it is first asked for. */
type Tokenizer = (program: Program) => Promise<ColouredLines | undefined>

export function createTokenizer(): Tokenizer {
  // A pattern that JavaScript cannot express is left out: its words have no colour.
  const engine = createJavaScriptRegexEngine({ forgiving: true })
  const shiki = createShikiPrimitive({ engine, themes: [CODE_THEME], langs: [] })
  const loaded = new Map<string, Promise<string>>()
  const load = async (grammar: GrammarName): Promise<string> => {
    const loading =
      loaded.get(grammar) ??
      GRAMMAR_LOADERS[grammar]().then(({ default: grammars }) => {
        shiki.loadLanguageSync([...grammars])
        return grammars.at(-1)?.name ?? ''
      })
    loaded.set(grammar, loading)
    return await loading
  }
  return async ({ language, code }) => {
    const grammar = grammarOf(language)
    if (grammar === undefined || code.length > CODE_CHARACTERS_MAX) return undefined
    const lang = await load(grammar)
    // No limit of time: what a page looks like must not depend on how busy the machine is.
    const limits = { tokenizeMaxLineLength: LINE_CHARACTERS_MAX, tokenizeTimeLimit: 0 }
    return codeToTokensBase(shiki, code, { lang, theme: CODE_THEME.name, ...limits }).map(
      renderLine,
    )
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
