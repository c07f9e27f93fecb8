import { type Expression, type Node, type ObjectExpression, type Program, parse } from 'acorn'

/**
 * What a configuration file in JavaScript or TypeScript exports, as data. The file is parsed and
 * never run: calls such as `defineConfig(…)` stand for their first argument, names for the constant
 * of the same file, and whatever would have to be computed is absent.
 */
export function readScriptLiterals(file: string, text: string): unknown {
  let program: Program
  try {
    program = parse(removeTypes(file, text), { ecmaVersion: 'latest', sourceType: 'module' })
  } catch {
    return undefined
  }
  const constants = new Map<string, Node>()
  let exported: Node | undefined
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'VariableDeclaration') {
      for (const { id, init } of declared.declarations) {
        if (id.type === 'Identifier' && init) constants.set(id.name, init)
      }
    }
    if (statement.type === 'ExportDefaultDeclaration') exported = statement.declaration
    if (statement.type !== 'ExpressionStatement') continue
    const { expression } = statement
    // `module.exports = …`
    if (expression.type === 'AssignmentExpression' && isModuleExports(expression.left)) {
      exported = expression.right
    }
  }
  return exported === undefined ? undefined : evaluate(exported, constants, 0)
}

/** A transpiler parses and prints; it does not run anything. */
function removeTypes(file: string, text: string): string {
  if (!/\.[cm]?tsx?$/.test(file)) return text
  return new Bun.Transpiler({ loader: 'ts', target: 'bun' }).transformSync(text)
}

function isModuleExports(node: Node): boolean {
  if (!isKind(node, 'MemberExpression')) return false
  const { object, property } = node
  return (
    object.type === 'Identifier' &&
    object.name === 'module' &&
    property.type === 'Identifier' &&
    property.name === 'exports'
  )
}

/** Deeper than any configuration; also ends constants that name themselves. */
const DEPTH_MAX = 60

type Constants = ReadonlyMap<string, Node>

function evaluate(node: Node, constants: Constants, depth: number): unknown {
  if (depth > DEPTH_MAX) return undefined
  const next = (inner: Node) => evaluate(inner, constants, depth + 1)
  if (isKind(node, 'Literal')) return node.value instanceof RegExp ? undefined : node.value
  if (isKind(node, 'TemplateLiteral')) {
    const [only] = node.quasis
    return node.expressions.length === 0 ? (only?.value.cooked ?? undefined) : undefined
  }
  if (isKind(node, 'ArrayExpression')) {
    return node.elements.flatMap((each) => {
      if (each === null) return []
      const value = next(each.type === 'SpreadElement' ? each.argument : each)
      if (each.type === 'SpreadElement') return Array.isArray(value) ? value : []
      return value === undefined ? [] : [value]
    })
  }
  if (isKind(node, 'ObjectExpression')) return evaluateObject(node, next)
  if (isKind(node, 'Identifier')) {
    const found = constants.get(node.name)
    return found === undefined ? undefined : next(found)
  }
  if (isKind(node, 'CallExpression')) {
    const [first] = node.arguments
    // `fileURLToPath(…)` and its like compute; what wraps an object or a list only checks its type.
    const isWrapper = first?.type === 'ObjectExpression' || first?.type === 'ArrayExpression'
    return first !== undefined && (isWrapper || first.type === 'Identifier')
      ? next(first)
      : undefined
  }
  if (isKind(node, 'UnaryExpression') && node.operator === '-') {
    const value = next(node.argument)
    return typeof value === 'number' ? -value : undefined
  }
  return evaluateWrapped(node, next)
}

function evaluateWrapped(node: Node, next: (inner: Node) => unknown): unknown {
  if (isKind(node, 'ParenthesizedExpression')) return next(node.expression)
  if (isKind(node, 'AwaitExpression')) return next(node.argument)
  // `async () => ({ … })`, as some configurations are written
  if (isKind(node, 'ArrowFunctionExpression') && node.body.type !== 'BlockStatement') {
    return next(node.body)
  }
  return undefined
}

function evaluateObject(node: ObjectExpression, next: (inner: Node) => unknown): unknown {
  const entries: [string, unknown][] = []
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const value = next(property.argument)
      if (typeof value === 'object' && value !== null) entries.push(...Object.entries(value))
      continue
    }
    const key = property.computed ? next(property.key) : nameOfKey(property.key)
    const value = next(property.value)
    if (typeof key === 'string' && value !== undefined) entries.push([key, value])
  }
  return Object.fromEntries(entries)
}

function nameOfKey(key: Expression | { readonly type: 'PrivateIdentifier' }): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

type Kinds = { readonly [Kind in Expression['type']]: Extract<Expression, { type: Kind }> }

function isKind<Kind extends keyof Kinds>(node: Node, kind: Kind): node is Kinds[Kind] {
  return node.type === kind
}
