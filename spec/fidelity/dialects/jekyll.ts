import type { Row } from '../facts.ts'
import { type Context, type Dialect, mapRows } from './dialect.ts'
import { slugOfGithub } from './slugs.ts'

export const JEKYLL: Dialect = {
  names: ['Jekyll'],
  isPage: (file, source) =>
    /\.(?:md|markdown)$/.test(file) &&
    !isExcluded(file, source.read('_config.yml') ?? '') &&
    !/(?:^|\/)_(?:includes|layouts|site|data|sass|plugins)\//.test(file) &&
    /^---\s*\n/.test(source.read(file) ?? ''),
  prepare: (rows, context) => {
    const config = context.source.read('_config.yml') ?? ''
    const shown = mapRows(rows, (text) =>
      text
        .replace(/\{\{\s*site\.url\s*\}\}\{\{\s*site\.baseurl\s*\}\}/g, '')
        .replace(/\{\{\s*site\.baseurl\s*\}\}/g, '')
        .replace(/\{\{\s*["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url)\s*\}\}/g, '$1')
        .replace(/\{%-?\s*link\s+(\S+)\s*-?%\}/g, '/$1')
        .replace(/\{\{\s*site\.(\w+)\s*\}\}/g, (_, name: string) => readSetting(config, name)),
    )
    return dropTags(cutAttributes(shown), context)
  },
  slug: slugOfGithub,
}

/** What the configuration keeps out of the site. */
function isExcluded(file: string, config: string): boolean {
  const listed = /^exclude:[ \t]*\n((?:[ \t]*-.*\n?)+)/m.exec(config)?.[1] ?? ''
  const names = [...listed.matchAll(/-\s*["']?([^"'\n]+)/g)].map(([, name = '']) => name.trim())
  return names.some((name) => file === name || file.startsWith(`${name.replace(/\/$/, '')}/`))
}

function readSetting(config: string, name: string): string {
  return new RegExp(`^${name}:\\s*["']?([^"'#\\n]*)`, 'm').exec(config)?.[1]?.trim() ?? ''
}

/** Lists of attributes are no text; which of them makes a callout is not counted. */
function cutAttributes(rows: readonly Row[]): readonly Row[] {
  return mapRows(rows, (text) => text.replace(/\{:[^}\n]*\}/g, ''))
}

/** Drops tags of templates; text of an include is looked for in its own file. */
function dropTags(rows: readonly Row[], context: Context): readonly Row[] {
  let isRaw = false
  return mapRows(rows, (text, row) =>
    text.replace(/\{%-?\s*(\w+)\s*([^%]*?)-?%\}/g, (whole, name: string, words: string) => {
      if (name === 'raw' || name === 'endraw') {
        isRaw = name === 'raw'
        return ''
      }
      if (isRaw) return whole
      if (name === 'include') noteInclude(words, row, context)
      return ''
    }),
  )
}

function noteInclude(words: string, row: Row, context: Context): void {
  const path = words.trim().split(/\s+/)[0] ?? ''
  const isFound = context.source.read(`_includes/${path}`) !== undefined
  context.noteInclude({ path, row, isFound })
}
