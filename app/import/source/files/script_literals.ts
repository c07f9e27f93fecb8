import {
  type CallExpression,
  type Expression,
  type ImportDeclaration,
  type MemberExpression,
  type Node,
  type ObjectExpression,
  type Program,
  parse,
} from 'acorn'
import { type Budget, createBudget } from '../../../text/source_text/budget.ts'
import { COMPUTED } from './config_values.ts'

/** Values and characters that a configuration may make; ten thousand pages take less. */
const VALUES_MAX = 1_000_000

export function createScriptBudget(): Budget {
  return createBudget(VALUES_MAX)
}

/**
 * What a configuration file in JavaScript or TypeScript exports, as data. The file is parsed and
 * never run: calls such as `defineConfig(…)` stand for their first argument, names for the constant
 * of the same file, and whatever would have to be computed is absent, as is what the budget, which
 * all files of a configuration share, does not allow.
 */
export function readScriptLiterals(
  file: string,
  text: string,
  readImport: ReadImport = () => undefined,
  { name: wanted, args }: ExportRequest = { name: 'default' },
  budget = createScriptBudget(),
): unknown {
  // To read it again for each name that is imported costs, too.
  if (!budget.take(text.length)) return undefined
  let program: Program
  try {
    program = parse(removeTypes(file, text), { ecmaVersion: 'latest', sourceType: 'module' })
  } catch {
    return undefined
  }
  const names = { constants: new Map<string, Node>(), imports: new Map<string, Import>() }
  let exported: Node | undefined
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (statement.type === 'ImportDeclaration') addImports(statement, names.imports)
    if (declared?.type === 'FunctionDeclaration' && declared.id !== null) {
      names.constants.set(declared.id.name, declared)
    }
    if (declared?.type === 'VariableDeclaration') {
      for (const { id, init } of declared.declarations) {
        if (id.type === 'Identifier' && init) names.constants.set(id.name, init)
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
  const found = wanted === 'default' ? exported : names.constants.get(wanted)
  if (found === undefined) return undefined
  const all = { ...names, readImport, budget, values: new Map<string, unknown>() }
  return args === undefined ? evaluate(found, all, 0) : evaluateFunction(found, args, all, 0)
}

/** A name that a file exports; with `args`, what the function of that name returns for them. */
export type ExportRequest = { readonly name: string; readonly args?: readonly unknown[] }

/** What another file exports under a name; a package or an absent file exports nothing. */
type ReadImport = (specifier: string, wanted: ExportRequest) => unknown

type Import = { readonly specifier: string; readonly name: string }

function addImports({ source, specifiers }: ImportDeclaration, imports: Map<string, Import>): void {
  for (const { type, local, ...rest } of specifiers) {
    const imported = 'imported' in rest ? rest.imported : undefined
    const name = imported?.type === 'Identifier' ? imported.name : 'default'
    if (type === 'ImportNamespaceSpecifier' || typeof source.value !== 'string') continue
    imports.set(local.name, { specifier: source.value, name })
  }
}

/** A transpiler parses and prints; it does not run anything. */
function removeTypes(file: string, text: string): string {
  if (!/\.[cm]?tsx?$/.test(file)) return text
  return new Bun.Transpiler({ loader: 'ts', target: 'bun' }).transformSync(text)
}

function isModuleExports(node: Node): boolean {
  if (!isKind(node, 'MemberExpression')) return false
  const isNamed = ({ type, ...rest }: Node, name: string) =>
    type === 'Identifier' && 'name' in rest && rest.name === name
  return isNamed(node.object, 'module') && isNamed(node.property, 'exports')
}

/** Deeper than any configuration; also ends constants that name themselves. */
const DEPTH_MAX = 60

type Names = {
  readonly constants: ReadonlyMap<string, Node>
  readonly imports: ReadonlyMap<string, Import>
  readonly readImport: ReadImport
  readonly budget: Budget
  /** What the parameters of a function stand for. */
  readonly values: ReadonlyMap<string, unknown>
}

function evaluate(node: Node, names: Names, depth: number): unknown {
  const { budget } = names
  if (depth > DEPTH_MAX || !budget.take(1)) return undefined
  const next = (inner: Node) => evaluate(inner, names, depth + 1)
  if (isKind(node, 'Literal')) return node.value instanceof RegExp ? undefined : node.value
  if (isKind(node, 'TemplateLiteral')) {
    const values = node.expressions.map((each) => next(each))
    if (!values.every((each) => typeof each === 'string' || typeof each === 'number')) {
      return undefined
    }
    const parts = node.quasis.map(({ value }, at) => `${value.cooked ?? ''}${values[at] ?? ''}`)
    return parts.every((part) => budget.take(part.length)) ? parts.join('') : undefined
  }
  if (isKind(node, 'ArrayExpression')) {
    return node.elements.flatMap((each) => {
      if (each === null) return []
      const value = next(each.type === 'SpreadElement' ? each.argument : each)
      if (each.type === 'SpreadElement') {
        if (!Array.isArray(value)) return [COMPUTED]
        return budget.take(value.length) ? value : []
      }
      return value === undefined ? [COMPUTED] : [value]
    })
  }
  if (isKind(node, 'ObjectExpression')) return evaluateObject(node, next, budget)
  if (isKind(node, 'Identifier')) {
    if (names.values.has(node.name)) return names.values.get(node.name)
    const found = names.constants.get(node.name)
    if (found !== undefined) return next(found)
    const other = names.imports.get(node.name)
    return other === undefined ? undefined : names.readImport(other.specifier, other)
  }
  if (isKind(node, 'CallExpression')) return evaluateCall(node, names, next, depth)
  if (isKind(node, 'MemberExpression') && node.object.type !== 'Super') {
    const key = node.computed ? next(node.property) : nameOfKey(node.property)
    const of = next(node.object)
    const isKnown = of instanceof Object && typeof key === 'string' && Object.hasOwn(of, key)
    const found: unknown = isKnown ? Reflect.get(of, key) : undefined
    return found === COMPUTED ? undefined : found
  }
  if (isKind(node, 'UnaryExpression') && node.operator === '-') {
    const value = next(node.argument)
    return typeof value === 'number' ? -value : undefined
  }
  return evaluateWrapped(node, next)
}

function evaluateCall(
  { callee, arguments: args }: CallExpression,
  names: Names,
  next: (inner: Node) => unknown,
  depth: number,
): unknown {
  const { constants, imports, readImport } = names
  const [first] = args
  const listed = callee.type === 'MemberExpression' ? evaluateList(callee, first, next) : undefined
  if (listed !== undefined) return listed
  const name = callee.type === 'Identifier' ? callee.name : ''
  const [own, other] = [constants.get(name), imports.get(name)]
  // A function that only returns: `sidebar()`, `group('guides', { items: [] })`.
  if (own !== undefined && first === undefined) return next(own)
  const returned =
    own !== undefined
      ? evaluateFunction(own, args.map(next), names, depth + 1)
      : other && readImport(other.specifier, { name: other.name, args: args.map(next) })
  // One that returns nothing readable may still hand on what it was given.
  if (returned !== undefined && !isEmpty(returned)) return returned
  if (first?.type === 'Literal' && typeof first.value === 'string') {
    if (name === 'require') return readImport(first.value, { name: 'default' })
    const of = callee.type === 'MemberExpression' ? callee.object : undefined
    // `require.resolve('./sidebars.js')`
    return of?.type === 'Identifier' && of.name === 'require' ? first.value : undefined
  }
  // `fileURLToPath(…)` and its like compute; what wraps an object or a list only checks its type.
  const isWrapper = first?.type === 'ObjectExpression' || first?.type === 'ArrayExpression'
  return isWrapper || first?.type === 'Identifier' ? next(first) : undefined
}

function isEmpty(value: unknown): boolean {
  return value instanceof Object && Object.keys(value).length === 0
}

/** Methods that join a list, or leave out what is empty: `.flat()`, `.filter(Boolean)`. */
function evaluateList(
  { object, property }: MemberExpression,
  first: Node | undefined,
  next: (inner: Node) => unknown,
): unknown {
  const name = property.type === 'Identifier' ? property.name : ''
  if (!['filter', 'flat', 'concat'].includes(name) || object.type === 'Super') return undefined
  const list = next(object)
  if (!Array.isArray(list)) return undefined
  if (name === 'flat') return list.flat()
  const argument = first === undefined ? undefined : next(first)
  if (name === 'concat') return Array.isArray(argument) ? [...list, ...argument] : undefined
  const isBoolean = first !== undefined && isKind(first, 'Identifier') && first.name === 'Boolean'
  return isBoolean ? list.filter(Boolean) : undefined
}

function evaluateWrapped(node: Node, next: (inner: Node) => unknown): unknown {
  if (isKind(node, 'ParenthesizedExpression')) return next(node.expression)
  if (isKind(node, 'AwaitExpression')) return next(node.argument)
  // `async () => ({ … })`, as some configurations are written
  if (isKind(node, 'ArrowFunctionExpression') && node.body.type !== 'BlockStatement') {
    return next(node.body)
  }
  if (isKind(node, 'LogicalExpression')) {
    const left = next(node.left)
    if (node.operator !== '&&') return left ?? next(node.right)
    return left === undefined || !left ? left : next(node.right)
  }
  const isFunction = node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression'
  return isFunction ? evaluateReturn(node, next) : undefined
}

/** What a function returns for values of its parameters, if each of these is a name. */
function evaluateFunction(
  node: Node,
  args: readonly unknown[],
  names: Names,
  depth: number,
): unknown {
  const params: unknown = Reflect.get(node, 'params')
  if (!Array.isArray(params)) return undefined
  const values = new Map<string, unknown>()
  for (const [at, param] of params.entries()) {
    if (!isNode(param) || !isKind(param, 'Identifier')) return undefined
    values.set(param.name, args[at])
  }
  return evaluate(node, { ...names, values }, depth)
}

/** What a function returns that does nothing else. */
function evaluateReturn(node: Node, next: (inner: Node) => unknown): unknown {
  const body: unknown = Reflect.get(node, 'body')
  const statements: unknown = body instanceof Object ? Reflect.get(body, 'body') : undefined
  const [only]: readonly unknown[] = Array.isArray(statements) ? statements : []
  if (!isNode(only) || only.type !== 'ReturnStatement') return undefined
  const returned: unknown = Reflect.get(only, 'argument')
  return isNode(returned) ? next(returned) : undefined
}

/** Lists of menus, which are missed where a program makes them. */
const LISTS = /^(?:sidebar|items|nav|pages|groups)$/

function evaluateObject(
  node: ObjectExpression,
  next: (inner: Node) => unknown,
  budget: Budget,
): unknown {
  const entries: [string, unknown][] = []
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const value = next(property.argument)
      const spread = typeof value === 'object' && value !== null ? Object.entries(value) : []
      if (budget.take(spread.length)) for (const entry of spread) entries.push(entry)
      continue
    }
    const key = property.computed ? next(property.key) : nameOfKey(property.key)
    const value = next(property.value)
    if (typeof key !== 'string') continue
    if (value !== undefined) entries.push([key, value])
    else if (LISTS.test(key)) entries.push([key, COMPUTED])
  }
  return Object.fromEntries(entries)
}

function nameOfKey(key: Expression | { readonly type: 'PrivateIdentifier' }): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

function isNode(value: unknown): value is Node {
  return value instanceof Object && typeof Reflect.get(value, 'type') === 'string'
}

type Kinds = { readonly [Kind in Expression['type']]: Extract<Expression, { type: Kind }> }

function isKind<Kind extends keyof Kinds>(node: Node, kind: Kind): node is Kinds[Kind] {
  return node.type === kind
}
