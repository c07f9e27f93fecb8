import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import { join } from './_content.ts'

/** Values that `docfx.json` gives to all pages, or to those that a pattern matches. */
export type MetadataReader = (file: string, key: string) => string | undefined

export function readMetadata(build: ConfigValue, folder: string): MetadataReader {
  const rules = build
    .at('fileMetadata')
    .entries()
    .flatMap(([key, patterns]) => {
      return patterns.entries().flatMap(([pattern, value]) => {
        const text = value.text()
        const glob = new Bun.Glob(join(folder, pattern).toLowerCase())
        return text === undefined ? [] : [{ key, glob, text }]
      })
    })
  return (file, key) => {
    // The last pattern that matches takes precedence.
    const own = rules.findLast((rule) => rule.key === key && rule.glob.match(file.toLowerCase()))
    return own?.text ?? build.at('globalMetadata', key).text()
  }
}

/** `MM/DD/YYYY`, or a date as others write it, as YYYY-MM-DD. */
export function readDate(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? []
  if (year !== '') return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
}

/** Keys that other programs than the pages need. */
export function isDecoration(key: string): boolean {
  return /^ms[.:]/i.test(key) || /^f1[_-]|^_/.test(key) || DECORATION.has(key.toLowerCase())
}

const DECORATION = new Set(
  `apiplatform author manager no-loc robots uid monikerrange moniker uhfheaderid titlesuffix
  locale schema keywords helpviewer_keywords dev_langs products services layout hidescope
  archive_url interactive zone_pivot_groups redirect_url searchscope feedback_system toc_preview
  customtype contributors hide_comments open_to_public_contributors ai-usage`.split(/\s+/),
)
