/** What the owner of a site asks of programs (RFC 9309). */
export type Robots = {
  readonly allows: (path: string) => boolean
  /** Time between two requests, in milliseconds; 0 where none is asked for. */
  readonly delayMs: number
  /** Addresses of sitemaps. */
  readonly sitemaps: readonly string[]
}

type Rule = { readonly pattern: string; readonly isAllowed: boolean }
type Group = { readonly agents: string[]; readonly rules: Rule[]; delayMs: number }

/** More than a person writes: the rest is not read. */
const LINES_MAX = 20_000
const PATTERN_CHARACTERS_MAX = 500

/** The rules for an agent: those of its own group, else those for everybody. */
export function readRobots(text: string, agent: string): Robots {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.split(/\r\n?|\n/, LINES_MAX)) {
    const [rule = ''] = line.split('#', 1)
    const colon = rule.indexOf(':')
    const field = rule.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = rule.slice(colon + 1).trim()
    if (field === 'sitemap') sitemaps.push(value)
    if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delayMs: 0 })
      groups.at(-1)?.agents.push(value.toLowerCase())
      isNaming = true
    } else if (field !== '' && field !== 'sitemap') {
      isNaming = false
      addRule(groups.at(-1), field, value)
    }
  }
  const own = groups.filter(({ agents }) => agents.some((each) => each === agent))
  const used = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = used.flatMap((group) => group.rules)
  return {
    allows: (path) => isAllowed(path, rules),
    delayMs: Math.max(0, ...used.map(({ delayMs }) => delayMs)),
    sitemaps,
  }
}

function addRule(group: Group | undefined, field: string, value: string): void {
  if (group === undefined) return
  const seconds = Number(value)
  if (field === 'crawl-delay' && seconds > 0) group.delayMs = seconds * 1000
  const isRule = field === 'allow' || field === 'disallow'
  if (!isRule || value === '' || value.length > PATTERN_CHARACTERS_MAX) return
  group.rules.push({ pattern: value, isAllowed: field === 'allow' })
}

/** The longest pattern decides; where two are equally long, that which allows. */
function isAllowed(path: string, rules: readonly Rule[]): boolean {
  let best: Rule | undefined
  for (const rule of rules) {
    if (!matches(path, rule.pattern)) continue
    const longer = rule.pattern.length - (best?.pattern.length ?? -1)
    if (longer > 0 || (longer === 0 && rule.isAllowed)) best = rule
  }
  return best?.isAllowed ?? true
}

/** `*` stands for anything, `$` for the end; the first place that fits is taken. */
function matches(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of parts.entries()) {
    if (isWhole && index === parts.length - 1) {
      return path.endsWith(part) && path.length - part.length >= at
    }
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
