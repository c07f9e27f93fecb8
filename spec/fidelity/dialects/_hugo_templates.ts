import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'

/** The template of a shortcode of the site itself, without its notes; empty where it has none. */
export function readTemplate(name: string, source: SourceFiles): string {
  const file = source.files.find((each) => {
    return /(?:^|\/)layouts\/_?shortcodes\//.test(each) && each.endsWith(`/${name}.html`)
  })
  const text = file === undefined ? '' : (source.read(file) ?? '')
  return text.replace(/\{\{-?\s*\/\*.*?\*\/\s*-?\}\}/gs, '')
}

/** The file of the page that a template shows, by the first argument of its shortcode. */
export function findShownPage(
  template: string,
  words: ReadonlyMap<string, string>,
  row: Row,
  { files }: SourceFiles,
): string | undefined {
  const word = words.get('0') ?? [...words.values()][0] ?? ''
  const [, before, after = ''] = /printf "([^"%]*)%s([^"%]*)"/.exec(template) ?? []
  const slug = template.includes('urlize') ? word.toLowerCase().replaceAll(' ', '-') : word
  const name = before === undefined ? word : before + slug + after
  const path = name.replace(/^\/|\.md$/g, '')
  const folder = row.file.slice(0, row.file.lastIndexOf('/') + 1)
  const ends = ['.md', '/index.md', '/_index.md'].map((end) => path + end)
  const isAt = (file: string, end: string): boolean => {
    return /^(?:.*\/)?content\/(?:[a-z]{2}\/)?$/.test(file.slice(0, -end.length))
  }
  return (
    files.find((file) => !name.startsWith('/') && ends.some((end) => file === folder + end)) ??
    files.find((file) => ends.some((end) => file.endsWith(end) && isAt(file, end)))
  )
}

/** What a template shows that is one translation and tags around it; undefined for another. */
export function readTranslated(
  template: string,
  file: string,
  source: SourceFiles,
): string | undefined {
  const actions = [...template.matchAll(/\{\{-?\s*([^{}]*?)\s*-?\}\}/g)].map(
    ([, text = '']) => text,
  )
  const [, key] = /^(?:i18n|T) "([\w.-]+)"(?: \.)?$/.exec(actions[0] ?? '') ?? []
  if (key === undefined || actions.length > 1) return undefined
  const language = /(?:^|\/)content\/([a-z]{2}(?:-[a-z]+)?)\//.exec(file)?.[1] ?? 'en'
  const list = new RegExp(`(?:^|/)i18n/${language}\\.(?:toml|ya?ml)$`)
  const named = new RegExp(
    `^\\[?(?:- id: )?["']?${key}["']?[\\]:]?[^\\n]*\\n\\s*(?:other|translation)[ :=]+(.*)$`,
    'm',
  )
  const texts = source.files.filter((each) => list.test(each)).map((each) => source.read(each))
  const found = texts.flatMap((text) => named.exec(text ?? '')?.[1] ?? [])[0]
  return found?.replace(/^(["'])(.*)\1$/, '$2')
}
