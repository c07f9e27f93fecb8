import type { YamlSource } from '../../../text/source_text/yaml.ts'

/**
 * Lists whose entries are bound to code, with the key that binds them. All other lists are taken as
 * they are written.
 */
export const BOUND_LISTS: Readonly<Record<string, string>> = {
  tools: 'operation',
  resources: 'content',
  operations: 'operation',
  skills: 'operation',
  'events.envelope.fields': 'holds',
  errors: 'reason',
}

/** Blocks that a corpus may lack; one that it has inherits what it leaves out. */
const OPTIONAL_BLOCKS: readonly string[] = ['packages']

/**
 * A source whose value has everything that the author left out. What the author wrote keeps its
 * path, so places are found in the author's file; an inherited value is at its closest parent.
 */
export function inheritValues(source: YamlSource, defaults: unknown): YamlSource {
  if (!isMap(source.value) || !isMap(defaults)) return source
  const own = source.value
  const needless = OPTIONAL_BLOCKS.filter((block) => !Object.hasOwn(own, block))
  const inherited = Object.entries(defaults).filter(([key]) => !needless.includes(key))
  return { ...source, value: inheritValue(own, Object.fromEntries(inherited), '') }
}

function inheritValue(own: unknown, inherited: unknown, at: string): unknown {
  if (isMap(own) && isMap(inherited)) {
    const keys = new Set([...Object.keys(own), ...Object.keys(inherited)])
    const members = [...keys].map((key) => {
      const value = Object.hasOwn(own, key)
        ? inheritValue(own[key], inherited[key], at === '' ? key : `${at}.${key}`)
        : inherited[key]
      return [key, value]
    })
    return Object.fromEntries(members)
  }
  // A block below which every line is a comment says nothing.
  if (own === null && typeof inherited === 'object') return inherited
  const binding = BOUND_LISTS[at]
  if (binding === undefined || !Array.isArray(own) || !Array.isArray(inherited)) return own
  return fillList(own, inherited, binding)
}

/** The author's entries come first; the list is filled up with those that none of them replaces. */
function fillList(
  own: readonly unknown[],
  inherited: readonly unknown[],
  binding: string,
): readonly unknown[] {
  const nameOf = (entry: unknown) => (isMap(entry) ? entry[binding] : undefined)
  const entries = own.map((entry) => {
    const name = nameOf(entry)
    const same = inherited.find((other) => nameOf(other) === name)
    return name === undefined ? entry : inheritValue(entry, same, '-')
  })
  const names = new Set(own.map(nameOf))
  const unused = inherited.filter((entry) => !names.has(nameOf(entry)))
  return [...entries, ...unused.slice(0, Math.max(0, inherited.length - own.length))]
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
