import { stripMarkdown } from '../../foreign_markup/plain_text.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import { GOLDMARK, writeDefinitionLists } from '../../foreign_source/dialects/definition_lists.ts'
import { createSlugNamer } from '../../foreign_source/dialects/slugs.ts'

const FENCE = new RegExp(
  '^([ \\t>]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?(?:`{3,}|~{3,}))' +
    '[ \\t]*([^\\s{`]*)[ \\t]*\\{([^{}`]*)\\}[ \\t]*$',
)
const HEADING = /^( {0,3}#{1,6}[ \t].*?)[ \t]*\{([^{}]{0,200})\}[ \t]*$/
const BLOCK = /^([ \t>]*)\{((?:[#.][\w:-]+|[\w-]+=(?:"[^"{}]*"|[^\s{}"]+)|[ \t]+)+)\}[ \t]*$/

/**
 * Markdown of Goldmark that has no meaning elsewhere: attributes, and definition lists, whose terms
 * may be anchors.
 */
export function writePlainMarkdown(
  lines: readonly SourceLine[],
  hasTermAnchors = false,
): readonly SourceLine[] {
  const isCode = createFenceFollower()
  let wasCode = false
  const written = lines.flatMap((line): readonly SourceLine[] => {
    const isInside = isCode(line.text)
    const isOpening = isInside && !wasCode
    wasCode = isInside
    if (isOpening) return [replaceText(line, writeFenceInfo(line.text))]
    if (isInside || !line.text.includes('{')) return [line]
    const block = BLOCK.exec(line.text)
    if (block !== null) {
      const id = /#([\w:-]+)/.exec(block[2] ?? '')?.[1]
      if (id === undefined) return []
      return [
        { ...line, text: '' },
        { ...line, text: `${block[1]}<a id="${id}"></a>` },
      ]
    }
    const [, heading, attributes = ''] = HEADING.exec(line.text) ?? []
    if (heading === undefined || !/^[\w\s"'=#.-]+$/.test(attributes)) return [line]
    const id = /#([\w:.-]+)/.exec(attributes)?.[1]
    if (id === undefined && !/^\s*\.|=/.test(attributes)) return [line]
    return [replaceText(line, id === undefined ? heading : `${heading} {#${id}}`)]
  })
  return writeDefinitionLists(written, GOLDMARK, hasTermAnchors ? nameTerms(written) : undefined)
}

/** Names terms as Hugo does; where a heading or another term has the name, that one keeps it. */
function nameTerms(lines: readonly SourceLine[]): (term: string) => string | undefined {
  const slugOf = (text: string) => {
    const shown = text.replace(/[ \t]*\{[^{}]*\}[ \t]*$/, '').replace(/[`*]/g, '')
    return createSlugNamer('github')(stripMarkdown(shown))
  }
  const isCode = createFenceFollower()
  const taken = new Set(
    lines.flatMap(({ text }) => {
      const [, words] = (!isCode(text) && /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(text)) || []
      const own = /\{[^{}]*#([\w:.-]+)/.exec(text)?.[1]
      return words === undefined ? [] : [own ?? slugOf(words)]
    }),
  )
  return (term) => {
    const slug = slugOf(term)
    if (taken.has(slug) || !/^[\w-]+$/.test(slug)) return undefined
    taken.add(slug)
    return slug
  }
}

/** `{filename="a" hl_lines=[2,"4-5"]}` after a fence, as title and marked lines. */
function writeFenceInfo(text: string): string {
  const [, fence, language = '', attributes = ''] = FENCE.exec(text) ?? []
  if (fence === undefined || !/[=.#]/.test(attributes)) return text
  const read = (name: string) => {
    const pattern = new RegExp(`(?:^|[\\s,])${name}=(?:"([^"]*)"|'([^']*)'|([^\\s,]+))`, 'i')
    const [, double, single, bare] = pattern.exec(attributes) ?? []
    return double ?? single ?? bare
  }
  const title = read('title') ?? read('filename') ?? read('file') ?? read('name')
  const marked = /hl_lines=(?:\[([^\]]*)\]|"([^"]*)"|(\d[\d-]*))/i.exec(attributes)
  const numbers = (marked?.[1] ?? marked?.[2] ?? marked?.[3] ?? '').match(/\d+(?:-\d+)?/g) ?? []
  const named = title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`
  return `${fence}${language || 'text'}${named}${numbers.length === 0 ? '' : ` {${numbers}}`}`
}
