import { classify, dedent, isFenced, mapText } from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'

const ABBREVIATION = /^\*\[([^\]\n]{1,100})\]:[ \t]*(.+)$/

/** `*[HTML]: Hyper Text …` shows a text for each "HTML"; here the first one has it behind it. */
export function writeAbbreviations(lines: Lines): Lines {
  if (!lines.some(({ text }) => text.startsWith('*['))) return lines
  const texts = new Map<string, string>()
  const kept = mapText(lines, (line) => {
    const [, name = '', words = ''] = ABBREVIATION.exec(line.text) ?? []
    if (name !== '') texts.set(name, words.trim())
    return name === '' ? line : []
  })
  return mapText(kept, (line) => {
    if (/^[ \t]*(?:#|:::|\[|\|?[ \t]*-{3})/.test(line.text)) return line
    let { text } = line
    for (const [name, words] of texts) {
      const own = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const pattern = new RegExp(`(?<![\\w[\\]/(.-])${own}(?![\\w\\]/.-]*[\\w\\]/-])`)
      const place = pattern.exec(maskCode(text))
      if (place === null) continue
      const end = place.index + name.length
      text = `${text.slice(0, end)} (${words})${text.slice(end)}`
      texts.delete(name)
    }
    return replaceText(line, text)
  })
}

/** A text in which code, tags and addresses have no words. */
function maskCode(text: string): string {
  return text.replace(/`[^`]{1,500}`|<[^<>]{1,500}>|\]\([^()]{1,500}\)/g, (code) => {
    return '\u0000'.repeat(code.length)
  })
}

const DEFINITION = /^( {0,3}):([ \t]+)(?=\S)/
const BLOCK = /^ {0,3}:[ \t]+(?:(?:!!!|\?\?\?\+?)[ \t]+["\w]|===[!+]*[ \t]+")/

/** Definition lists: the term in bold, what it means as an item of a list. */
export function writeDefinitions(lines: Lines): Lines {
  const classes = classify(lines)
  const out: SourceLine[] = []
  let isBlock = false
  for (const [index, line] of lines.entries()) {
    const isDefinition = !isFenced(classes[index]) && DEFINITION.test(line.text)
    isBlock = isDefinition
      ? BLOCK.test(line.text)
      : isBlock && /^(?:[ \t]{4}|[ \t]*$)/.test(line.text)
    if (!isDefinition) {
      out.push(isBlock ? replaceText(line, dedent(line.text, 4)) : line)
      continue
    }
    const at = out.findLastIndex(({ text }) => text.trim() !== '')
    const term = out[at]
    const isTerm = term !== undefined && /^ {0,3}[^\s>|#:-]/.test(term.text)
    if (isTerm && !/^ {0,3}\*\*.*\*\*$/.test(term.text)) {
      out[at] = replaceText(term, `**${term.text.trim()}**`)
    }
    if (at === out.length - 1) out.push({ ...line, text: '' })
    // A block cannot open an item of a list, so it stands alone below its term.
    out.push(replaceText(line, line.text.replace(DEFINITION, isBlock ? '' : '$1-$2')))
  }
  return out
}

/** The definition of an address for links by name. */
const ADDRESS =
  /^\s*\[([^\]^\n]{1,200})\]:\s*(?:<[^>\n]*>|\S+)\s*(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))?$/

/** The name in lower case that each line gives to an address, outside of code. */
export function readAddressNames(lines: Lines): readonly (string | undefined)[] {
  const classes = classify(lines)
  return lines.map(({ text }, at) => {
    return isFenced(classes[at]) ? undefined : ADDRESS.exec(text.trimEnd())?.[1]?.toLowerCase()
  })
}

/** Of several addresses with one name the last one counts, where in our Markdown the first does. */
export function keepLastDefinitions(lines: Lines): Lines {
  const names = readAddressNames(lines)
  const last = new Map(names.map((name, at) => [name, at]))
  return lines.filter((_, at) => names[at] === undefined || last.get(names[at]) === at)
}

const APART = /(`+)(?!`).*?[^`]\1(?!`)|\][ \t]\[([^\][\n]{1,200})\](?![(:])/g
const OPENING = /^[ \t>]*\[([^\][\n]{1,200})\](?![[(:])[ \t]?/

/** `[text] [name]` is one link for MkDocs, also where a line ends between them. */
export function joinNamedLinks(lines: Lines): Lines {
  const classes = classify(lines)
  const names = new Set(
    lines.flatMap(({ text }) => ADDRESS.exec(text.trimEnd())?.[1]?.toLowerCase() ?? []),
  )
  if (names.size === 0) return lines
  const isName = (name: string | undefined) => names.has(name?.toLowerCase() ?? '')
  let cut = 0
  return lines.map((line, at) => {
    const own = /^[ \t>]*/.exec(line.text)?.[0] ?? ''
    const text = cut === 0 ? line.text : own + line.text.slice(cut)
    cut = 0
    if (isFenced(classes[at])) return line
    const joined = text.replace(APART, (whole, _: unknown, name?: string) => {
      return name !== undefined && isName(name) ? `][${name}]` : whole
    })
    const next = isFenced(classes[at + 1]) ? null : OPENING.exec(lines[at + 1]?.text ?? '')
    if (!/[^\\]\][ \t]*$/.test(joined) || !isName(next?.[1])) return replaceText(line, joined)
    cut = next?.[0].length ?? 0
    return replaceText(line, `${joined.trimEnd()}[${next?.[1] ?? ''}]`)
  })
}
