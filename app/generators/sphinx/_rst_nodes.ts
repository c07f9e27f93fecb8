import { showRole } from './_text.ts'

/** A node that docutils read, as the program `read_rst.txt` prints it. */
export type RstNode = {
  readonly tag: string
  /** Line of the text that was read, from 1; 0 where docutils does not know. */
  readonly line: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly children: readonly (RstNode | string)[]
}

/** A text as docutils read it; without a tree where it could not. */
export type RstDocument = {
  readonly tree: RstNode | undefined
  readonly problems: readonly { readonly line: number; readonly what: string }[]
}

/** What `read_rst.txt` printed; undefined if it is something else. */
export function parseRstDocuments(printed: string): readonly RstDocument[] | undefined {
  const value: unknown = JSON.parse(printed)
  const list: unknown = value instanceof Object ? Reflect.get(value, 'documents') : undefined
  return Array.isArray(list) ? list.map(parseDocument) : undefined
}

function parseDocument(value: unknown): RstDocument {
  const tree: unknown = value instanceof Object ? Reflect.get(value, 'tree') : undefined
  const problems: unknown = value instanceof Object ? Reflect.get(value, 'problems') : undefined
  const node = parseNode(tree)
  return {
    tree: typeof node === 'string' ? undefined : node,
    problems: listOf(problems).map((each) => {
      const [line, , what] = listOf(each)
      return { line: Number(line) || 1, what: String(what) }
    }),
  }
}

function parseNode(value: unknown): RstNode | string | undefined {
  if (typeof value === 'string') return value
  const [tag, line, attributes, children] = listOf(value)
  if (typeof tag !== 'string') return undefined
  return {
    tag,
    line: Number(line) || 0,
    attributes: Object.fromEntries(Object.entries(attributes ?? {})),
    children: listOf(children).flatMap((each) => parseNode(each) ?? []),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textAttribute({ attributes }: RstNode, key: string): string {
  const value = attributes[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function listAttribute({ attributes }: RstNode, key: string): readonly string[] {
  return listOf(attributes[key]).filter((each) => typeof each === 'string')
}

export function optionsOf({ attributes }: RstNode): Readonly<Record<string, string>> {
  const { options } = attributes
  const entries = options instanceof Object ? Object.entries(options) : []
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value ?? '')]))
}

/** Its children that are nodes. */
export function nodesOf({ children }: RstNode): readonly RstNode[] {
  return children.filter((each): each is RstNode => typeof each !== 'string')
}

/** The text of a title as its readers see it, with what roles in it show. */
export function titleTextOf(node: RstNode | string): string {
  if (typeof node === 'string') return node
  if (node.tag === 'role') return showRole(textAttribute(node, 'name'), plainTextOf(node))
  return node.children.map(titleTextOf).join('')
}

/** All text of a node. */
export function plainTextOf(node: RstNode | string): string {
  return typeof node === 'string' ? node : node.children.map(plainTextOf).join('')
}
