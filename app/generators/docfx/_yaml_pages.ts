import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import { parseYaml } from '../../source_text/yaml.ts'

/** Kinds of pages in YAML that are words and links. */
export const YAML_KINDS = new Set(['FAQ', 'Landing', 'Hub'])

/** Whether YAML says of itself what page it is: `### YamlMime:FAQ`. */
export function readYamlKind(text: string): string | undefined {
  return /^#{1,3}[ \t]*YamlMime:[ \t]*(\w+)/.exec(text)?.[1]
}

/** A page in YAML as Markdown; each line stands where its words do. */
export function writeYamlPage(lines: readonly SourceLine[], shown: string): readonly SourceLine[] {
  const text = lines.map((line) => line.text).join('\n')
  const page = readConfigValue(parseYaml(shown, text).source.value)
  const written = [
    ...writeText(page, 'title', '# '),
    ...writeText(page, 'summary'),
    ...writeParts(page, 2),
  ]
  const [first] = lines
  if (first === undefined) return []
  let from = 0
  return written.map((each) => {
    const words = each
      .replace(/^(?:#+ |- \[)/, '')
      .replace(/\]\(.*$/, '')
      .slice(0, 24)
    const at =
      words === ''
        ? -1
        : lines.findIndex((line, index) => index >= from && line.text.includes(words))
    if (at !== -1) from = at
    return { ...(lines[from] ?? first), text: each }
  })
}

const NESTED = [
  'sections',
  'questions',
  'landingContent',
  'linkLists',
  'highlightedContent',
  'conceptualContent',
  'productDirectory',
  'tools',
  'additionalContent',
  'items',
] as const

/** Deeper than any page; a file can refer to itself. */
const LEVELS_MAX = 8

/** Titles as headings, with their texts and links below. */
function writeParts(value: ConfigValue, level: number): readonly string[] {
  const mark = '#'.repeat(Math.min(level, 6))
  return NESTED.flatMap((key) => {
    const inner = value.at(key)
    if (inner.value === undefined || level > LEVELS_MAX) return []
    const list = inner.list()
    if (list.length === 0) {
      return [
        ...writeText(inner, 'title', `${mark} `),
        ...writeText(inner, 'summary'),
        ...writeParts(inner, level + 1),
      ]
    }
    return list.flatMap((each) => {
      const title = ['title', 'name', 'question'].flatMap((name) => each.at(name).text() ?? [])[0]
      const address = each.at('url').text()
      const head =
        title === undefined ? [] : [address === undefined ? title : `[${title}](${address})`]
      return [
        ...head.flatMap((words) => [`${mark} ${words.replace(/\s+/g, ' ')}`, '']),
        ...writeText(each, 'summary'),
        ...writeText(each, 'text'),
        ...writeText(each, 'answer'),
        ...writeLinks(each),
        ...writeParts(each, level + 1),
      ]
    })
  })
}

function writeLinks(value: ConfigValue): readonly string[] {
  const links = [...value.at('links').list(), ...value.at('link').list()].flatMap((link) => {
    const [text, url] = [link.at('text').text(), link.at('url').text()]
    if (text === undefined) return []
    return [url === undefined ? `- ${text}` : `- [${text.replace(/\s+/g, ' ')}](${url})`]
  })
  return links.length === 0 ? [] : [...links, '']
}

function writeText(value: ConfigValue, key: string, before = ''): readonly string[] {
  const text = value.at(key).text()
  if (text === undefined) return []
  return [...(before === '' ? text : before + text.replace(/\s+/g, ' ')).split('\n'), '']
}
