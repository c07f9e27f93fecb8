import type { SourceLine } from '../../markdown/source_line.ts'

/** A tag of a block, `{% hint style="info" %}`, and its place in a line. */
export type BlockTag = {
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: Readonly<Record<string, string>>
  readonly start: number
  readonly end: number
}

const TAG = /\{%-?[ \t]*(end)?([a-z@][\w/@-]*)((?:"[^"\n]{0,900}"|[^%\n]|%(?!\})){0,400}?)-?%\}/gi
const ATTRIBUTE = /([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g

export function readTags(text: string): readonly BlockTag[] {
  if (!text.includes('{%')) return []
  const code = [...text.matchAll(/(`+)(?!`).*?[^`]\1(?!`)/g)].map((span) => {
    return [span.index, span.index + span[0].length] as const
  })
  return [...text.matchAll(TAG)]
    .filter(({ index }) => !code.some(([start, end]) => index >= start && index < end))
    .map((found) => {
      const [whole, end, name = '', rest = ''] = found
      const attributes = [...rest.matchAll(ATTRIBUTE)].map(([, key = '', double, single]) => {
        return [key, double ?? single ?? ''] as const
      })
      return {
        name: name.toLowerCase(),
        isEnd: end !== undefined,
        attributes: Object.fromEntries(attributes),
        start: found.index,
        end: found.index + whole.length,
      }
    })
}

/** A line, or what stands between the tags of one, or a tag. */
export type Piece = {
  readonly line: SourceLine
  readonly indent: string
  readonly tag?: BlockTag
}

/** Lines cut at their tags; what stands beside a tag has the indentation of the line. */
export function cutAtTags(line: SourceLine): readonly Piece[] {
  const tags = readTags(line.text)
  const indent = /^[ \t>]*/.exec(line.text)?.[0] ?? ''
  if (tags.length === 0) return [{ line, indent }]
  const pieces: Piece[] = []
  let from = 0
  const addText = (text: string) => {
    if (text.replaceAll('>', '').trim() === '') return
    pieces.push({ line: { ...line, text: indent + text.trim() }, indent })
  }
  for (const tag of tags) {
    addText(line.text.slice(from, tag.start))
    pieces.push({ line, indent, tag })
    from = tag.end
  }
  addText(line.text.slice(from))
  return pieces
}
