import { posix } from 'node:path'
import { type FrontMarkup, readVueFront } from '../../markdown/front_markup.ts'
import type { Lines } from '../../markdown/source_line.ts'
import type { SitePage, SiteReading } from '../../source/generator.ts'
import { FRONT_PROGRAM, writeFrontMarkup } from '../../source/home_page.ts'
import type { Report } from '../../source/report/report.ts'

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g
/** A page that is a component alone has no more. */
const CHARACTERS_MAX = 5_000
const ALONE = /^\s*<([A-Z]\w*)\s*\/>\s*$/

type HomeComponent = { readonly path: string; readonly front: FrontMarkup }

/** A front page that is a component of the theme alone: what its template shows. */
export function readHomeComponent(
  { file, named }: SitePage,
  { source, folder }: SiteReading,
): HomeComponent | undefined {
  if (named !== 'index.md') return undefined
  const body = (source.read(file) ?? '').replace(/^---\n[\s\S]*?\n---\n/, '')
  if (body.length > CHARACTERS_MAX) return undefined
  const name = ALONE.exec(body.replace(SCRIPT, ''))?.[1]
  const specifier = new RegExp(`\\bimport ${name} from ['"]([^'"]+\\.vue)['"]`).exec(body)?.[1]
  if (name === undefined || specifier === undefined) return undefined
  const isOfTheme = specifier.startsWith('@theme/')
  const from = isOfTheme ? posix.join(folder, '.vitepress/theme') : posix.dirname(file)
  const path = posix.join(from, specifier.replace(/^@theme\//, ''))
  const front = readVueFront(source.read(path) ?? '')
  return front === undefined ? undefined : { path, front }
}

export function writeHomeComponent(
  { path, front }: HomeComponent,
  { file }: SitePage,
  report: Report,
): Lines {
  report.lose(path, FRONT_PROGRAM, 'write what else it shows into index.md')
  return writeFrontMarkup(front, file)
}
