import type { SourceLine } from '../../foreign_markup/source_line.ts'

const TAG_LINE = /\b(tag|end)::([^\s[\]]+)\[\](?=\s|$)/

/** What `lines=1..3;7,9..` asks for: numbers from 1; without a last line, up to the end. */
export function selectLines(lines: readonly SourceLine[], wanted: string): readonly SourceLine[] {
  const ranges = wanted
    .split(/[,;]/)
    .map((part) => /^\s*(\d+)(?:(\.\.)(-?\d*))?\s*$/.exec(part))
    .flatMap((found) => {
      if (found === null) return []
      const first = Number(found[1])
      if (found[2] === undefined) return [{ first, last: first }]
      const last = found[3] === '' || found[3] === '-1' ? lines.length : Number(found[3])
      return [{ first, last }]
    })
  return lines.filter((_, at) => ranges.some(({ first, last }) => at + 1 >= first && at < last))
}

type Selection = {
  readonly lines: readonly SourceLine[]
  /** Names that no line of the file opens. */
  readonly missing: readonly string[]
}

/**
 * What `tags=a;!b;*;**` asks for. Lines of tags are never taken. `**` is every other line, `*`
 * every tagged region, `!` leaves out; what comes first says what happens to lines without a tag.
 */
export function selectTags(lines: readonly SourceLine[], wanted: string): Selection {
  const rules = new Map<string, boolean>()
  for (const part of wanted.split(/[,;]/).map((each) => each.trim())) {
    if (part === '' || part === '!') continue
    rules.set(part.replace(/^!/, ''), !part.startsWith('!'))
  }
  const { untagged, wildcard } = readDefaults(rules)
  const names = [...rules.keys()].filter((name) => !/^\*\*?$/.test(name))
  const stack: { readonly name: string; readonly isTaken: boolean }[] = []
  const found = new Set<string>()
  const taken = lines.filter(({ text }) => {
    const [, kind, name = ''] = text.includes('::') ? (TAG_LINE.exec(text) ?? []) : []
    if (kind === undefined) return stack.at(-1)?.isTaken ?? untagged
    if (kind === 'end') {
      const at = stack.findLastIndex((open) => open.name === name)
      if (at !== -1) stack.splice(at, 1)
      return false
    }
    found.add(name)
    const outer = stack.at(-1)?.isTaken
    const isTaken = rules.get(name) ?? (outer === false ? false : (wildcard ?? outer ?? untagged))
    stack.push({ name, isTaken })
    return false
  })
  return { lines: taken, missing: names.filter((name) => rules.get(name) && !found.has(name)) }
}

type Defaults = { readonly untagged: boolean; readonly wildcard: boolean | undefined }

function readDefaults(rules: ReadonlyMap<string, boolean>): Defaults {
  const [all, each] = [rules.get('**'), rules.get('*')]
  const [first] = rules.values()
  if (all !== undefined) return { untagged: all, wildcard: each ?? (all ? true : undefined) }
  if (each !== undefined) return { untagged: !each, wildcard: each }
  return { untagged: first === false, wildcard: undefined }
}
