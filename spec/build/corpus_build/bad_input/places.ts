import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'

/**
 * The numbers of a place that a row names by keys, so that no row depends on what stands above:
 * `registry.yaml at tools.3.name` is where the value begins, `at key tools.3.name` where its key
 * does. `at "text"` is where a text stands for the first time.
 */
export function fillPlace(place: string, yaml: string): string {
  return place.replace(/ at (key )?(\S+)$/, (_, key: string | undefined, path: string) => {
    if (path.startsWith('"')) {
      const before = yaml.slice(0, yaml.indexOf(path.slice(1, -1))).split('\n')
      return `:${before.length}:${(before.at(-1) ?? '').length + 1}`
    }
    const { line, column } = locate(yaml, path, key !== undefined)
    return `:${line}:${column}`
  })
}

/** The same for what a message says: `{line of tools.3.name}` is the line of the value. */
export function fillLines(text: string, yaml: string): string {
  return text.replace(/\{line of (\S+)\}/g, (_, path: string) =>
    String(locate(yaml, path, false).line),
  )
}

function locate(
  yaml: string,
  path: string,
  isKey: boolean,
): { readonly line: number; readonly column: number } {
  const lines = new LineCounter()
  let node: unknown = parseDocument(yaml, { lineCounter: lines }).contents
  let key: unknown
  for (const name of path.split('.')) {
    if (isSeq(node)) {
      node = node.items[Number(name)]
      continue
    }
    const pair = isMap(node) ? node.items.find(({ key: each }) => nameOf(each) === name) : undefined
    if (pair === undefined) throw new Error(`Cannot find "${path}": there is no "${name}"`)
    key = pair.key
    node = pair.value
  }
  const found = isKey ? key : node
  if (!isNode(found)) throw new Error(`Cannot find "${path}": it has no value`)
  const { line, col } = lines.linePos(found.range?.[0] ?? 0)
  return { line, column: col }
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}
