import type { BlockAttributes } from './_attributes.ts'

/** Numbers of the lines of `1..3;7`, of which a last one may be open. */
export function choosePart<Line extends { readonly text: string }>(
  lines: readonly Line[],
  { named }: BlockAttributes,
): readonly Line[] {
  const ranges = named.get('lines')
  const tags = named.get('tags') ?? named.get('tag')
  const chosen =
    ranges !== undefined && ranges !== ''
      ? chooseLines(lines, ranges)
      : tags === undefined || tags === ''
        ? lines
        : chooseTags(lines, tags)
  const indent = Number(named.get('indent') ?? 'none')
  return Number.isNaN(indent) ? chosen : cutIndent(chosen, indent)
}

function chooseLines<Line>(lines: readonly Line[], ranges: string): readonly Line[] {
  const wanted = ranges.split(/[;,]/).map((range) => {
    const [first = '', last = first] = range.trim().split('..')
    return [Number(first), last === '' || last === '-1' ? Infinity : Number(last)] as const
  })
  return lines.filter((_, at) => wanted.some(([from, to]) => at + 1 >= from && at + 1 <= to))
}

const MARK = /(?:^|\W)(tag|end)::(\S+?)\[\](?=$|\s|-->)/

/** Lines whose innermost named region is wanted; lines of marks are left out. */
function chooseTags<Line extends { readonly text: string }>(
  lines: readonly Line[],
  list: string,
): readonly Line[] {
  const names = list.split(/[;,]/).map((name) => name.trim())
  const wanted = new Map(
    names
      .filter((name) => name !== '')
      .map((name) => {
        return [name.replace(/^!/, ''), !name.startsWith('!')] as const
      }),
  )
  const all = wanted.get('**')
  const every = wanted.get('*')
  const isAnyNamed = names.some((name) => !name.startsWith('!') && !name.startsWith('*'))
  const outside = all ?? (every === undefined ? !isAnyNamed : !every)
  const stack: { readonly name: string; readonly isWanted: boolean }[] = []
  return lines.filter(({ text }) => {
    const [, mark, name = ''] = MARK.exec(text) ?? []
    const isInside = stack.at(-1)?.isWanted ?? outside
    if (mark === undefined) return isInside
    if (mark === 'tag') {
      const own = wanted.get(name) ?? (stack.length === 0 || every === false ? every : undefined)
      stack.push({ name, isWanted: own ?? isInside })
    } else {
      const at = stack.findLastIndex((open) => open.name === name)
      if (at !== -1) stack.splice(at, 1)
    }
    return false
  })
}

/** Cuts what all lines begin with, and puts so many spaces before them. */
export function cutIndent<Line extends { readonly text: string }>(
  lines: readonly Line[],
  indent: number,
): readonly Line[] {
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const common = Math.min(...filled.map(({ text }) => /^[ \t]*/.exec(text)?.[0].length ?? 0))
  return lines.map((line) => {
    const text = line.text.trim() === '' ? '' : ' '.repeat(indent) + line.text.slice(common)
    return { ...line, text }
  })
}

/** Rows of HTML without what a browser runs and nobody reads. */
export function blankHidden<T extends { readonly text: string }>(rows: readonly T[]): readonly T[] {
  const whole = rows.map(({ text }) => text).join('\n')
  const shown = whole.replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, (hidden) => {
    return hidden.replace(/[^\n]/g, '')
  })
  const texts = shown.split('\n')
  return rows.map((row, at) => ({ ...row, text: texts[at] ?? '' }))
}
