import { Liquid } from 'liquidjs'
import type { Row } from '../facts.ts'
import type { Context } from './dialect.ts'

const [FROM, TO] = ['\ue900', '\ue901']
/** Keeps line breaks that a tag would take. */
const SOLID = '\ue902'
const MARK = new RegExp(`${FROM}(\\d+)${TO}`, 'g')

/**
 * Runs templates over rows. Each line carries the number of its row through the run as a sign that
 * no text has, so that what comes out of captures, loops and includes still knows its place.
 */
export function renderRows(rows: readonly Row[], scope: object, context: Context): readonly Row[] {
  const known: Row[] = []
  const isOpen = new Set<string>()
  const files = {
    readFileSync: (name: string) => {
      // A file that includes itself would never end.
      const all = context.source.rows(name) ?? context.source.rows(`_includes/${name}`)
      const isAgain = isOpen.has(name)
      if (all?.some(({ text }) => text.includes(name.replace('_includes/', '')))) isOpen.add(name)
      return all === undefined || isAgain ? '' : markRows(all, known)
    },
    readFile: async (name: string) => files.readFileSync(name),
    existsSync: () => true,
    exists: async () => true,
    contains: async () => true,
    containsSync: () => true,
    resolve: (_: string, name: string) =>
      name.includes('/_includes/') ? name : `_includes/${name}`,
  }
  const engine = new Liquid({
    jekyllInclude: true,
    dynamicPartials: false,
    fs: files,
    cache: false,
    relativeReference: false,
  })
  engine.registerFilter('strip', (value: unknown) => String(value ?? '').replace(EDGES, '$1$2'))
  engine.registerFilter('relative_url', (value: unknown) => value)
  engine.registerFilter('absolute_url', (value: unknown) => value)
  engine.registerFilter('markdownify', (value: unknown) => value)
  const text = markRows(rows, known)
  let shown: string
  try {
    shown = String(engine.parseAndRenderSync(text, scope))
  } catch {
    shown = text.replace(/\{%-?[^%]*%\}/g, '')
  }
  return trimCode(readMarks(shown, known, context.file))
}

/** Blank lines at both ends of a highlighted block are not of its code. */
function trimCode(rows: readonly Row[]): readonly Row[] {
  const isEdge = (at: number, step: number, mark: RegExp): boolean => {
    let next = at + step
    while (rows[next]?.text.trim() === '') next += step
    return mark.test(rows[next]?.text ?? '')
  }
  return rows.filter(({ text }, at) => {
    if (text.trim() !== '') return true
    return !isEdge(at, -1, /^\s*`{6}\w/) && !isEdge(at, 1, /^\s*`{6}$/)
  })
}

const EDGES = new RegExp(`^(?:\\s|(${FROM}\\d+${TO}))+|(?:\\s|(${FROM}\\d+${TO}))+$`, 'g')

function markRows(rows: readonly Row[], known: Row[]): string {
  let isInside = false
  let isRaw = false
  const outsideRaw = (text: string): string =>
    text
      .split(/(\{%-?\s*(?:end)?raw\s*-?%\})/)
      .map((part, at) => {
        if (at % 2 === 1) isRaw = !part.includes('endraw')
        return at % 2 === 1 || isRaw ? part : convertTags(part)
      })
      .join('')
  const lines = rows.map((row) => {
    const isMarked = !isInside && !/^\s*\{%-/.test(row.text)
    for (const [sign] of row.text.matchAll(/\{[{%]|[%}]\}/g)) isInside = sign.startsWith('{')
    const text = outsideRaw(row.text)
    if (!isMarked) return text
    known.push(row)
    return `${FROM}${known.length - 1}${TO}${text}`
  })
  return lines.join('\n')
}

/** Tags that Jekyll has and Liquid has not. */
function convertTags(text: string): string {
  if (!text.includes('{%')) return text
  return text
    .replace(/\{%-?\s*(?:link|post_url)\s+(\S+)\s*-?%\}/g, '/$1')
    .replace(/\{%-?\s*highlight\s+([\w+-]+)[^%]*%\}(?!\s*$)/g, `${SOLID}\n\n\`\`\`\`\`\`$1\n`)
    .replace(/\{%-?\s*highlight\s+([\w+-]+)[^%]*%\}\s*$/, `${SOLID}\n\n\`\`\`\`\`\`$1`)
    .replace(/^\s*\{%-?\s*endhighlight\s*-?%\}/, `\`\`\`\`\`\`\n${SOLID}`)
    .replace(/\{%-?\s*endhighlight\s*-?%\}/g, `\n\`\`\`\`\`\`\n${SOLID}`)
    .replace(/\{%-?\s*(\w+)[^%]*%\}/g, (whole, name: string) => (KNOWN.test(name) ? whole : ''))
}

const NAMES =
  'raw comment capture assign if elsif else unless case when for include include_cached break ' +
  'continue increment decrement cycle tablerow'
const KNOWN = new RegExp(`^(?:end)?(?:${NAMES.replaceAll(' ', '|')})$`)

function readMarks(text: string, known: readonly Row[], page: string): readonly Row[] {
  /** The last row of the page itself, which includes what follows. */
  let own: Row | undefined
  let current = known[0]
  const rows: Row[] = []
  for (const line of text.split('\n')) {
    const marks = [...line.matchAll(MARK)].map(([, at]) => known[Number(at)])
    current = marks[0] ?? current
    if (current?.file === page) own = current
    if (current !== undefined) {
      const shown = line.replace(MARK, '').replaceAll(SOLID, '')
      const isIncluded = own !== undefined && current.file !== page
      const place = isIncluded ? { includedAt: { file: page, line: own?.line ?? 1 } } : {}
      rows.push({ ...place, ...current, text: shown })
    }
    current = marks.at(-1) ?? current
    own = marks.findLast((row) => row?.file === page) ?? own
  }
  return rows
}
