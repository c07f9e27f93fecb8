import { posix } from 'node:path'
import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { Directive } from './_directive.ts'
import { locateFile, type PageContext, reportLoss } from './_page.ts'
import { encodeAddress, escapeText, joinBlocks, placeText, trimLines } from './_text.ts'

/** Pictures and what is shown in a frame; undefined for all other directives. */
export function writeMediaDirective(
  directive: Directive,
  context: PageContext,
): readonly SourceLine[] | undefined {
  const { name, argument, options, line } = directive
  switch (name) {
    case 'image':
      return placeText(writePicture(argument, options, line, context), line)
    case 'figure':
      return joinBlocks([
        placeText(writePicture(argument, options, line, context), line),
        directive.write(),
      ])
    case 'figure-md':
      return directive.write()
    case 'youtube':
    case 'vimeo': {
      reportLink(directive, context)
      const site = name === 'vimeo' ? 'https://vimeo.com/' : 'https://www.youtube.com/watch?v='
      return placeText(`[Video](${site}${argument})`, line)
    }
    case 'iframe':
    case 'video':
      return placeText(writeEmbedded(directive, context), line)
    default:
      return undefined
  }
}

/** A picture; `image.*` is the best of those with the name. */
export function writePicture(
  path: string,
  options: Readonly<Record<string, string>>,
  line: SourceLine,
  context: PageContext,
): string {
  const isOutside = /^[a-z][a-z0-9+.-]*:/i.test(path)
  const file = isOutside ? path : locateFile(path, line.base ?? line.file, context.root)
  const found = file.endsWith('.*') ? findBest(file, context) : file
  const words = escapeText((options.alt ?? '').replace(/\s+/g, ' '))
  const address = isOutside
    ? path
    : posix.relative(posix.dirname(line.base ?? context.page.file), found)
  const picture = `![${words}](${encodeAddress(address)})`
  const { target } = options
  if (target === undefined || target === '') return picture
  return `[${picture}](${encodeAddress(target)})`
}

const BEST = ['svg', 'png', 'gif', 'jpg', 'jpeg', 'webp']

function findBest(file: string, { source }: PageContext): string {
  const stem = file.slice(0, -1)
  return BEST.map((ending) => stem + ending).find((each) => source.has(each)) ?? file
}

function writeEmbedded(directive: Directive, context: PageContext): string {
  const { argument } = directive
  const words = trimLines(directive.raw).map(({ text }) => text)
  reportLink(directive, context)
  return `[${words.join(' ') || argument}](${encodeAddress(argument)})`
}

function reportLink({ name, line }: Directive, context: PageContext): void {
  const what = `what ${quote(name)} shows is a link to it`
  reportLoss(context, line, what, 'show a picture, or leave the link')
}
