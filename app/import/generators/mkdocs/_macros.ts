import { type Lines, replaceText } from '../../markdown/source_line.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import type { Report } from '../../source/report/report.ts'

const OPENING = /\{%-?[ \t]*(for|if|macro|call|filter|set(?![^%]*=)|block)\b/g
const CLOSING = /\{%-?[ \t]*end(?:for|if|macro|call|filter|set|block)\b/g
const RAW = /\{%-?[ \t]*(end)?raw[ \t]*-?%\}/g

/**
 * Jinja of the plugin `macros`, which is not run. Values of the configuration are put in; a block
 * needs data that nobody has here, and is left out. What `raw` protects stays.
 */
export function writeMacros(lines: Lines, config: ConfigValue, report: Report): Lines {
  if (!lines.some(({ text }) => text.includes('{%') || text.includes('{{'))) return lines
  let isRaw = false
  let depth = 0
  return lines.flatMap((line) => {
    const { text } = line
    const wasRaw = isRaw
    for (const [, end] of text.matchAll(RAW)) isRaw = end === undefined
    if (wasRaw || isRaw || RAW.test(text)) {
      RAW.lastIndex = 0
      const bare = text.replace(RAW, '')
      return bare.trim() === '' && bare !== text ? [] : [replaceText(line, bare)]
    }
    const opened = text.match(OPENING)?.length ?? 0
    const closed = text.match(CLOSING)?.length ?? 0
    const wasOpen = depth
    depth = Math.max(0, depth + opened - closed)
    if (opened > 0 && wasOpen === 0) {
      const what = 'a block of a template is computed from data and is left out'
      report.lose(line, what, 'write what it shows as Markdown')
    }
    if (opened > 0 || wasOpen > 0) return []
    return [replaceText(line, putValues(text, config))]
  })
}

/** `{{ config.site_name }}` and what `extra` holds; other expressions stay, and are reported. */
function putValues(text: string, config: ConfigValue): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{[ \t]*([\w.]{1,100})[ \t]*\}\}/g, (whole, name: string) => {
    const path = name.split('.')
    const value = path[0] === 'config' ? config.at(...path.slice(1)) : config.at('extra', ...path)
    return value.text() ?? whole
  })
}
