import { quote } from '../contract/problem.ts'
import { findOpenNames } from './_escapes.ts'
import { findMacros } from './_macros.ts'
import { readPlain } from './inline_markdown.ts'
import type { InlinePart } from './inline_nodes.ts'

/** What a text still has of AsciiDoc after it was read; in code it is what the author shows. */
export function findLeftovers(
  parts: readonly InlinePart[],
): readonly { readonly what: string; readonly fix: string }[] {
  const texts = parts.flatMap(listTexts)
  const attributes = texts.flatMap(findOpenNames).map((name) => ({
    what: `the attribute ${quote(`{${name}}`)} has no value; it stays as written`,
    fix: 'set it in the page, or in the configuration',
  }))
  const macros = texts
    .flatMap((text) => findMacros(readPlain(text)))
    .map(({ macro, kept }) => ({
      what: `the macro ${quote(macro)} is one of an extension; its ${
        kept === 'words' ? 'words are' : 'target is'
      } kept`,
      fix: 'write it as a link',
    }))
  const open = findOpenMacros(readPlain(texts.join(''))).map((macro) => ({
    what: `the macro ${quote(macro)} has no end; it stays as written`,
    fix: 'end it with a bracket',
  }))
  return [...attributes, ...macros, ...open]
}

function listTexts(part: InlinePart): readonly string[] {
  if (part.kind === 'text') return [part.text]
  const isCode = part.node.kind === 'quoted' && /mono|math/.test(part.node.type)
  return isCode ? [] : part.parts.flatMap(listTexts)
}

/** Within a footnote, the bracket that ends a reference ends the footnote. */
function findOpenMacros(text: string): readonly string[] {
  const rest = text.slice(text.lastIndexOf(']') + 1)
  const found = rest.matchAll(/(?<![\w\\])(?:image|link|xref):[^\s[:][^\s[]{0,2000}(?=\[)/g)
  return [...found].map(([macro]) => macro)
}
