import { quote } from '../../../contract/problem.ts'
import { readHeadingLine } from '../../markdown/line_classes.ts'
import { type Lines, replaceText } from '../../markdown/source_line.ts'
import { createSlugNamer } from '../../source/dialects/slugs.ts'
import type { Report } from '../../source/report/report.ts'

const BADGE = /<!-- md:(\w+)([^\n]{0,200}?) -->/g

const WORDS: Readonly<Record<string, string>> = {
  default: 'Default value:',
  extension: 'Markdown extension:',
  feature: 'Optional feature',
  plugin: 'Plugin',
  sponsors: 'Sponsors only',
  utility: 'Third-party utility:',
  version: 'Minimum version:',
}

const FLAGS: Readonly<Record<string, string>> = {
  customization: 'Customization',
  experimental: 'Experimental',
  metadata: 'Metadata property',
  multiple: 'Multiple instances',
  required: 'Required value',
}

/**
 * Comments that the hook of Material for MkDocs, and of sites that copied it, shows as badges. They
 * say what a reader has to know: the name of a setting, its default, since when there is one.
 */
export function writeBadges(lines: Lines, report: Report): Lines {
  return lines.map((line) => {
    if (!line.text.includes('<!-- md:')) return line
    const marked = keepAnchor(line.text)
    const text = marked.replace(BADGE, (whole, kind: string, rest: string, at: number) => {
      if (kind === 'demo' || kind === 'example') {
        const what = `the button that opens the example ${quote(rest.trim())} is left out`
        report.note({ ...line, column: at + 1 }, what, 'link to the example, if readers need it')
      }
      return writeBadge(kind, rest.trim()) ?? whole
    })
    return replaceText(line, text.replace(/(\*\S[^*]*\*)[ \t]+(?=\*)/g, '$1 '))
  })
}

/** The anchor of a heading comes from its own words, and not from those of a badge. */
function keepAnchor(line: string): string {
  const { mark = '', text: words = '' } = readHeadingLine(line) ?? {}
  if (!mark.startsWith('#') || /\{[^{}]{0,200}#[^{}]{0,200}\}[ \t]*$/.test(words)) return line
  const own = words.replace(BADGE, '').replace(/\{[^{}]{0,200}\}[ \t]*$/, '')
  if (!/\w/.test(own)) return line
  return `${mark} <a id="${createSlugNamer('python-emoji')(own)}"></a>${words}`
}

function writeBadge(kind: string, value: string): string | undefined {
  switch (kind) {
    case 'setting':
    case 'option': {
      const name = value.split(kind === 'setting' ? /[.*]/ : /[.:]/).at(-1) ?? value
      return `\`${name}\` <a id="${kind === 'setting' ? '' : '+'}${value}"></a>`
    }
    case 'flag':
      return `*${FLAGS[value] ?? value}*`
    case 'default':
      return value === 'none' || value === 'computed'
        ? `*Default value: ${value}*`
        : `*Default value:* ${value}`
    case 'demo':
    case 'example':
      return ''
    default: {
      const words = WORDS[kind]
      if (words === undefined) return undefined
      const [first = '', ...others] = value.split('insiders-')
      const version = others.length === 0 ? value : `Insiders ${others.join('')}${first}`
      return value === ''
        ? `*${words.replace(':', '')}*`
        : `*${words.replace(/:?$/, ':')}* ${version}`
    }
  }
}
