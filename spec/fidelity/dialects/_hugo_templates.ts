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
