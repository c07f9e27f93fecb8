import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'

/** A value of a YAML or JSON document, and the lines on which it begins and ends. */
export type Tree = {
  readonly line: number
  readonly lineEnd: number
  /** Text, number or truth; undefined for a map or a list. */
  readonly value: unknown
  readonly fields: ReadonlyMap<string, Tree>
  readonly items: readonly Tree[]
}

export const NOTHING: Tree = { line: 1, lineEnd: 1, value: undefined, fields: new Map(), items: [] }

/** Reads a document with the place of each value. */
export function readTree(text: string): Tree {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, merge: true, logLevel: 'silent' })
  const convert = (node: unknown, isKeyLine = 0): Tree => {
    if (isAlias(node)) return convert(node.resolve(document), isKeyLine)
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return NOTHING
    const [from, to] = node.range ?? [0, 0]
    const line = isKeyLine === 0 ? counter.linePos(from).line : isKeyLine
    const lineEnd = counter.linePos(Math.max(from, to - 1)).line
    const base: Tree = { line, lineEnd, value: undefined, fields: new Map(), items: [] }
    if (isScalar(node)) return { ...base, value: node.value }
    if (isSeq(node)) return { ...base, items: node.items.map((each) => convert(each)) }
    const fields = node.items.map((pair): [string, Tree] => {
      const { key } = pair
      const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0
      const name = isScalar(key) ? String(key.source ?? key.value) : ''
      return [name, convert(pair.value, counter.linePos(at).line)]
    })
    return { ...base, fields: new Map(fields) }
  }
  return convert(document.contents)
}

/** A value as a program reads it. */
export function readValue(tree: Tree): unknown {
  if (tree.fields.size > 0) {
    return Object.fromEntries([...tree.fields].map(([key, each]) => [key, readValue(each)]))
  }
  if (tree.value !== undefined) return tree.value
  return tree.items.map(readValue)
}

export function textOf(tree: Tree | undefined): string {
  const value = tree?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
