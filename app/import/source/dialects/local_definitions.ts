import { classify, isFenced } from '../../markdown/line_classes.ts'
import { type Lines, replaceText } from '../../markdown/source_line.ts'

const TITLE = String.raw`(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?`
const DEFINITION = new RegExp(
  String.raw`^([ \t>]*)\[((?!\^)[^\]\n]{1,999})\]:[ \t]*((?:<[^<>\n]*>|[^\s<]\S*)${TITLE})[ \t]*$`,
)
const CODE_SPAN = '(`+)(?!`)[^\\n]*?[^`]\\1(?!`)'
const NAME = String.raw`[^[\]\0]{1,999}`
const REFERENCE = new RegExp(
  String.raw`${CODE_SPAN}|\\[\s\S]|\]\[(${NAME})\]|\[(${NAME})\](?:\[\]|(?![[(:]))`,
  'g',
)

/**
 * Writes the links of a text with its own definitions, which go. Where a text is read on its own
 * and then put into a page, both may give one name to different addresses.
 */
export function inlineDefinitions(lines: Lines): Lines {
  const coded = classify(lines).map(isFenced)
  const targets = new Map<string, string>()
  const kept = lines.map((line, at) => {
    const [, before = '', label = '', target] = DEFINITION.exec(line.text) ?? []
    if (target === undefined || coded[at] === true) return line
    const name = normalizeLabel(label)
    if (!targets.has(name)) targets.set(name, target)
    return replaceText(line, before.trimEnd())
  })
  if (targets.size === 0) return lines
  const texts = kept.map(({ text }, at) => (coded[at] === true ? CODE : text))
  const written = writeTargets(texts.join('\n'), targets).split('\n')
  return kept.map((line, at) => {
    return coded[at] === true ? line : replaceText(line, written[at] ?? line.text)
  })
}

/** A line of code in the text that is searched: it ends whatever stands above it. */
const CODE = '\u0000'

function writeTargets(text: string, targets: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (whole, _: unknown, full?: string, own?: string) => {
    const target = targets.get(normalizeLabel(full ?? own ?? ''))
    if (target === undefined) return whole
    // The text keeps its lines.
    const broken = /\n[ \t>]*/.exec(full ?? '')?.[0] ?? ''
    return own === undefined ? `](${broken}${target})` : `[${own}](${target})`
  })
}

/** The name of a definition as links find it. */
function normalizeLabel(label: string): string {
  return label
    .trim()
    .replace(/\n[ \t>]*|\s+/g, ' ')
    .toLowerCase()
}
