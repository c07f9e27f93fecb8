/** What kramdown says of an element in `{: #id .class key="value" name}`. */
type Attributes = {
  readonly id: string | undefined
  readonly classes: readonly string[]
}

/** Attributes that `{:name: .class}` gives a name. */
export type NamedAttributes = ReadonlyMap<string, string>

const INNER = String.raw`(?:[^{}"'\n]|"[^"\n]*"|'[^'\n]*')*`
const ALONE = new RegExp(String.raw`^([ \t]*(?:>[ \t]?)*)((?:\{:${INNER}\}[ \t]*)+)$`)
const DEFINITION = new RegExp(String.raw`^ {0,3}\{:([A-Za-z][\w-]*):(${INNER})\}[ \t]*$`)
const IN_TEXT = new RegExp(String.raw`\{:(${INNER})\}`, 'g')
const ITEM = String.raw`[#.][\w.:-]+|[\w-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'}]+)|[\w-]+\.?`
const LIST = new RegExp(String.raw`^[ \t]*(?:(?:${ITEM})[ \t]*)*$`)

type AloneList = { readonly prefix: string; readonly list: string }

/** A line that has nothing but lists of attributes, for the block before or after it. */
export function readAlone(text: string): AloneList | undefined {
  if (!text.includes('{:')) return undefined
  const [, prefix, lists = ''] = ALONE.exec(text) ?? []
  if (prefix === undefined || /^\{:(?:\/|:)/.test(lists)) return undefined
  const list = [...lists.matchAll(IN_TEXT)].map(([, inner = '']) => inner).join(' ')
  return LIST.test(list) ? { prefix, list } : undefined
}

export function readDefinition(text: string): readonly [name: string, list: string] | undefined {
  const [, name, list = ''] = text.includes('{:') ? (DEFINITION.exec(text) ?? []) : []
  return name === undefined ? undefined : [name, list]
}

export function readAttributes(list: string, named: NamedAttributes, depth = 0): Attributes {
  const classes: string[] = []
  let id: string | undefined
  for (const [item] of list.matchAll(new RegExp(ITEM, 'g'))) {
    const [, key, value = ''] = /^([\w-]+)[ \t]*=[ \t]*["']?(.*?)["']?$/.exec(item) ?? []
    if (item.startsWith('#')) id = item.slice(1)
    else if (item.startsWith('.')) classes.push(...item.slice(1).split('.'))
    else if (key === 'id') id = value
    else if (key === 'class') classes.push(...value.split(/\s+/))
    else if (key === undefined && named.has(item) && depth < 5) {
      const other = readAttributes(named.get(item) ?? '', named, depth + 1)
      classes.push(...other.classes)
      id ??= other.id
    }
  }
  return { id, classes: classes.filter((each) => each !== '') }
}

/** Text without the lists that stand in it; an id stays as an anchor. */
export function cutFromText(text: string, named: NamedAttributes): string {
  if (!text.includes('{:')) return text
  return text
    .replace(/[ \t]+(?=\{:[^{}\n]*\}[ \t]*$)/, '')
    .replace(IN_TEXT, (whole, list: string) => {
      if (list.trim() === '' || !LIST.test(list)) return whole
      const { id } = readAttributes(list, named)
      return id === undefined ? '' : `<a id="${id}"></a>`
    })
}
