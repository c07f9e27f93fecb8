import { posix } from 'node:path'
import type { Lines } from '../../markdown/source_line.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'

/** A file with the same example for another version of the language. */
type Variant = { readonly path: string; readonly title: string }

const CALL = /^([ \t]*)\{\*[ \t]*(\S+)[ \t]*(.{0,400}?)[ \t]*\*\}[ \t]*$/
const OPTION = /(\w+)\[([^\]]*)\]/g
const SUFFIX = /(?:_an|_py39|_py310|_py311)$/
const VERSIONS = [
  ['_py311', '3.11+'],
  ['_py310', '3.10+'],
  ['_py39', '3.9+'],
  ['', '3.8+'],
] as const

const OLDEST = 'Python 3.8+'
const PLAIN = ' - non-Annotated'
const ADVICE = 'Prefer to use the `Annotated` version if possible.'

type LineSpan = readonly [from: number, to: number]

/**
 * `{* file.py ln[1:11,14] hl[5] *}`: code from a file, whose siblings `_an` and `_py310` are
 * variants of it. Written as includes in fences; the file is preferred to its siblings.
 */
export function writeVariants(lines: Lines, folder: string, source: SourceFolder): Lines {
  return lines.flatMap((line) => {
    const found = line.text.includes('{*') ? CALL.exec(line.text) : null
    if (found === null) return [line]
    const [, indent = '', path = '', options = ''] = found
    const place = { ...line, text: '' }
    return writeCall(path, options, folder, source).map((text) => {
      return { ...place, text: text === '' ? '' : indent + text }
    })
  })
}

function writeCall(
  path: string,
  options: string,
  folder: string,
  source: SourceFolder,
): readonly string[] {
  const values = new Map(
    [...options.matchAll(OPTION)].map(([, key = '', text = '']) => [key, text]),
  )
  const spans = readSpans(values.get('ln'))
  const marks = readSpans(values.get('hl'))
  const title = /^"(.*)"$/.exec(values.get('title') ?? '')?.[1]
  const variants = findVariants(path, folder, source)
  const version = variants.find((each) => each.path === path)?.title
  const words = [title, version].filter((each) => each !== undefined).join(' – ')
  const named = words === '' ? '' : ` title="${words}"`
  const whole = (each: string, lines: readonly LineSpan[]) => {
    const own = each === path ? named : ''
    return [`\`\`\`python${own}${formatMarks(lines)}`, `{!${each}!}`, '```', '']
  }
  const others = variants.filter((each) => each.path !== path)
  const excerpt = writeExcerpt(path, spans, marks, named, countLines(path, folder, source))
  const own = spans.length === 0 ? whole(path, marks) : excerpt
  const full =
    spans.length === 0 ? [] : [':::details Full file preview', '', ...whole(path, marks), ':::', '']
  const rest = others.flatMap((each) => [
    ...[`:::tab ${each.title}`, ''],
    ...(each.title.endsWith(PLAIN) ? [':::tip', ADVICE, ':::', ''] : []),
    ...[...whole(each.path, []), ':::', ''],
  ])
  const more =
    others.length === 0
      ? []
      : [':::details Other versions and variants', '', ':::tabs', ...rest, ':::', ':::', '']
  return [...own, ...full, ...more]
}

function writeExcerpt(
  path: string,
  spans: readonly LineSpan[],
  marks: readonly LineSpan[],
  named: string,
  length: number,
): readonly string[] {
  if (spans.every(([from]) => from === 0)) return []
  const lines: string[] = []
  const shown: LineSpan[] = []
  let at = 0
  for (const [index, [from, to]] of spans.entries()) {
    const before =
      index > 0
        ? ['', '# Code here omitted 👈', '']
        : from > 1
          ? ['# Code above omitted 👆', '']
          : []
    lines.push(...before, `{!${path}[ln:${from}-${to}]!}`)
    at += before.length
    for (const [first, last] of marks) {
      if (first >= from && last <= to) shown.push([first - from + at + 1, last - from + at + 1])
    }
    at += to - from + 1
  }
  if ((spans.at(-1)?.[1] ?? 0) < length) lines.push('', '# Code below omitted 👇')
  return [`\`\`\`python${named}${formatMarks(shown)}`, ...lines, '```', '']
}

function readSpans(text: string | undefined): readonly LineSpan[] {
  if (text === undefined) return []
  const spans = text.split(',').map((each): LineSpan => {
    const [from = '', to = from] = each.trim().split(':')
    return [Number(from), Number(to)]
  })
  return spans.filter(([from, to]) => from >= 0 && to >= from).sort((a, b) => a[0] - b[0])
}

function formatMarks(spans: readonly LineSpan[]): string {
  if (spans.length === 0) return ''
  return ` {${spans.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',')}}`
}

function countLines(path: string, folder: string, source: SourceFolder): number {
  const text = source.read(posix.join(folder, path)) ?? ''
  return text.replace(/\n$/, '').split('\n').length
}

/** Siblings by the name of the file, or else by that of its folder. */
function findVariants(path: string, folder: string, source: SourceFolder): readonly Variant[] {
  const file = posix.basename(path, '.py')
  const above = posix.dirname(path)
  const has = (each: string) => source.has(posix.join(folder, each))
  const byFile = listVariants(
    (suffix) => posix.join(above, `${cutSuffixes(file)}${suffix}.py`),
    has,
  )
  const name = cutSuffixes(posix.basename(above))
  const byFolder = listVariants((suffix) => {
    return posix.join(posix.dirname(above), `${name}${suffix}`, `${file}.py`)
  }, has)
  if (byFile.length !== 1) return byFile
  // A name without a suffix says nothing, so the folder decides.
  const [title, folderTitle] = [byFile[0]?.title, byFolder[0]?.title]
  const isOnlyInFolder = title === OLDEST && folderTitle !== undefined && folderTitle !== OLDEST
  return byFolder.length > 1 || isOnlyInFolder ? byFolder : byFile
}

function cutSuffixes(name: string): string {
  const cut = name.replace(SUFFIX, '')
  return cut === name ? name : cutSuffixes(cut)
}

function listVariants(
  pathOf: (suffix: string) => string,
  has: (path: string) => boolean,
): readonly Variant[] {
  return VERSIONS.flatMap(([suffix, version]): readonly Variant[] => {
    const [annotated, plain] = [pathOf(`_an${suffix}`), pathOf(suffix)]
    const title = `Python ${version}`
    if (!has(annotated)) return has(plain) ? [{ path: plain, title }] : []
    const other = { path: plain, title: title + PLAIN }
    return [{ path: annotated, title }, ...(has(plain) ? [other] : [])]
  })
}
