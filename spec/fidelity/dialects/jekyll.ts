import type { Row } from '../facts.ts'
import { type Context, type Dialect, mapRows } from './dialect.ts'
import { slugOfGithub } from './slugs.ts'

export const JEKYLL: Dialect = {
  names: ['Jekyll'],
  isPage: (file, source) =>
    /\.(?:md|markdown)$/.test(file) &&
    !/(?:^|\/)_(?:includes|layouts|site|data|sass|plugins)\//.test(file) &&
    /^---\s*\n/.test(source.read(file) ?? ''),
  prepare: (rows, context) => {
    const config = context.source.read('_config.yml') ?? ''
    const base = readSetting(config, 'baseurl')
    const address = readSetting(config, 'url')
    const shown = mapRows(rows, (text) =>
      text
        .replace(/\{\{\s*site\.url\s*\}\}\{\{\s*site\.baseurl\s*\}\}/g, '')
        .replace(/\{\{\s*site\.baseurl\s*\}\}/g, '')
        .replace(/\{\{\s*["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url)\s*\}\}/g, '$1')
        .replace(/\{%-?\s*link\s+(\S+)\s*-?%\}/g, '/$1'),
    )
    void [base, address]
    return dropTags(readCallouts(shown), context)
  },
  slug: slugOfGithub,
}

function readSetting(config: string, name: string): string {
  return new RegExp(`^${name}:\\s*["']?([^"'#\\n]*)`, 'm').exec(config)?.[1]?.trim() ?? ''
}

const CALLOUTS = /^(?:note|tip|important|warning|caution|highlight|new)(?:-title)?$/

/** A list of attributes on a line of its own: a callout, or decoration. */
function readCallouts(rows: readonly Row[]): readonly Row[] {
  return mapRows(rows, (text) => {
    const found = /^[\s>]*(?:[-*+]\s+)?\{:\s*([^}]*)\}\s*$/.exec(text)
    if (found === null) return text.replace(/\{:[^}\n]*\}/g, '')
    const names = [...(found[1] ?? '').matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
    return names.some((name) => CALLOUTS.test(name)) ? '' : ''
  })
}

/** Drops tags of templates; text of an include is looked for in its own file. */
function dropTags(rows: readonly Row[], context: Context): readonly Row[] {
  let isRaw = false
  let isComment = false
  return mapRows(rows, (text, row) =>
    text.replace(/\{%-?\s*(\w+)\s*([^%]*?)-?%\}/g, (whole, name: string, words: string) => {
      if (name === 'raw' || name === 'endraw') {
        isRaw = name === 'raw'
        return ''
      }
      if (isRaw) return whole
      if (name === 'comment' || name === 'endcomment') isComment = name === 'comment'
      if (name === 'include') noteInclude(words, row, context)
      return ''
    }),
  ).map((row) => (isComment ? row : row))
}

function noteInclude(words: string, row: Row, context: Context): void {
  const path = words.trim().split(/\s+/)[0] ?? ''
  const isFound = context.source.read(`_includes/${path}`) !== undefined
  context.noteInclude({ path, row, isFound })
}
