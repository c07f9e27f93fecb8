/** A macro of an extension, and which of its parts its page keeps. */
type ForeignMacro = { readonly macro: string; readonly kept: 'words' | 'target' }

/** Macros of extensions in a text. */
export function findMacros(text: string): readonly ForeignMacro[] {
  if (!text.includes('[')) return []
  return [...text.matchAll(MACRO)].map(([macro, , list = '']) => {
    return { macro, kept: list !== '' && cutOptions(list) === '' ? 'target' : 'words' }
  })
}

/** A text whose macros of extensions are their words, or else their targets. */
export function replaceMacros(text: string): string {
  return text.replace(MACRO, (_, target: string, list: string) => cutOptions(list) || target)
}

/** The words of a macro, without `name=value`. */
function cutOptions(list: string): string {
  return list
    .replace(/(?:^|,)\s*[\w-]+=(?:"[^"]*"|[^,]*)/g, '')
    .replace(/^\s*,/, '')
    .trim()
}

/** A macro by its name, which AsciiDoc may know: one that it knows and left was escaped. */
const MACRO = new RegExp(
  `(?<![\\w:\\\\])(?!(?:${[
    'xref|link|image|icon|kbd|btn|menu|footnote|pass|stem|latexmath|asciimath|anchor',
    'indexterm2?|mailto|include|video|audio|toc|ifn?def|ifeval|endif|https?|ftp|irc',
  ].join('|')}):)[a-z][\\w-]{1,30}::?([\\w.$@/{#][^\\s[\\]<>:]{0,200})\\[([^\\]\\n]{0,200})\\]`,
  'g',
)
