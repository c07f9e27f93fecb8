import type { Expression, Node } from 'acorn'

export function isNode(value: unknown): value is Node {
  return value instanceof Object && typeof Reflect.get(value, 'type') === 'string'
}

type Kinds = { readonly [Kind in Expression['type']]: Extract<Expression, { type: Kind }> }

export function isKind<Kind extends keyof Kinds>(node: Node, kind: Kind): node is Kinds[Kind] {
  return node.type === kind
}
