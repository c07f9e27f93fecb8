import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'

const DEFINITION = /^\s*\[([^\]^\n]{1,200})\]:\s*\S/
const APART = /(`+)(?!`).*?[^`]\1(?!`)|\][ \t]\[([^\][\n]{1,200})\](?![(:])/g
const OPENING = /^[ \t>]*\[([^\][\n]{1,200})\](?![[(:])[ \t]?/

/** `[text] [name]` is one link for MkDocs, also where a line ends between them. */
export function joinNamedLinks(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createFenceFollower()
  const coded = lines.map(({ text }) => isCode(text))
  const names = new Set(
    lines.flatMap(({ text }) => DEFINITION.exec(text)?.[1]?.toLowerCase() ?? []),
  )
  if (names.size === 0) return lines
  const isName = (name: string | undefined) => names.has(name?.toLowerCase() ?? '')
  let cut = 0
  return lines.map((line, at) => {
    const own = line.text.slice(0, /^[ \t>]*/.exec(line.text)?.[0].length ?? 0)
    const text = cut === 0 ? line.text : own + line.text.slice(cut)
    cut = 0
    if (coded[at] === true) return line
    const joined = text.replace(APART, (whole, _: unknown, name?: string) => {
      return name !== undefined && isName(name) ? `][${name}]` : whole
    })
    const next = coded[at + 1] === false ? OPENING.exec(lines[at + 1]?.text ?? '') : null
    if (!/[^\\]\][ \t]*$/.test(joined) || !isName(next?.[1])) return replaceText(line, joined)
    cut = next?.[0].length ?? 0
    return replaceText(line, `${joined.trimEnd()}[${next?.[1] ?? ''}]`)
  })
}
