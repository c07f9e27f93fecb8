import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { followNamespace } from './_c_objects.ts'
import { readGrammar } from './_grammar.ts'
import {
  createScope,
  enclose,
  encloseDeclared,
  isObjectDirective,
  listObjects,
  nameProgram,
  type Scope,
  splitSignatures,
} from './_objects.ts'
import {
  listAttribute,
  nodesOf,
  optionsOf,
  plainTextOf,
  type RstNode,
  textAttribute,
  titleTextOf,
} from './_rst_nodes.ts'
import type { Page, Targets } from './_targets.ts'
import { makeId } from './_text.ts'
import { readToctree, type Toctree } from './_toctrees.ts'

type RstFacts = {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly trees: readonly Toctree[]
}

type Context = {
  readonly page: Page
  readonly targets: Targets
  readonly lineOf: (node: RstNode) => SourceLine
  readonly trees: Toctree[]
  readonly descriptions: string[]
  readonly scope: Scope
}

/** Reads headings, targets, objects and menus of a tree. */
export function readRstFacts(
  page: Page,
  tree: RstNode,
  targets: Targets,
  lineOf: (node: RstNode) => SourceLine,
): RstFacts {
  const scope = createScope()
  const context: Context = { page, targets, lineOf, trees: [], descriptions: [], scope }
  const first = findFirst(tree, 'title')
  visit(tree, context)
  const { trees, descriptions } = context
  const title = first === undefined ? undefined : titleTextOf(first)
  return { title, description: descriptions[0], trees }
}

/** The name of a figure stands at its picture, and its caption beside that: `titled` has both. */
function visit(node: RstNode, context: Context, titled = node): void {
  const { page, targets } = context
  const names = listAttribute(node, 'names')
  const ids = listAttribute(node, 'ids')
  if (names.length > 0 && ids.length > 0) {
    const title = findTitle(titled)
    for (const name of names) {
      const anchor = ids.find((id) => id === makeId(name)) ?? ids[0] ?? ''
      const isTitle = title?.toLowerCase() === name
      if (isTitle) targets.addTitle(name, { page, anchor, title })
      else targets.addLabel(name, { page, anchor, title })
    }
  }
  if (node.tag === 'directive') visitDirective(node, context)
  else
    for (const child of nodesOf(node)) visit(child, context, node.tag === 'figure' ? node : child)
}

/** `:description: words`, also `:description lang=en:`. */
function readDescription(
  options: Readonly<Record<string, string>>,
  content: string,
): string | undefined {
  const own = options.description ?? options['description lang=en']
  if (own !== undefined) return own.replace(/\s+/g, ' ')
  return /^:description(?: lang=\w+)?:[ \t]*(\S[\s\S]*?)(?=\n:|$)/m
    .exec(content)?.[1]
    ?.replace(/\s+/g, ' ')
}

function visitDirective(node: RstNode, context: Context): void {
  const { page, targets, scope, trees, lineOf } = context
  const [name, argument] = [textAttribute(node, 'name'), textAttribute(node, 'argument')]
  const options = optionsOf(node)
  const inner = () => {
    for (const child of nodesOf(node)) visit(child, context)
  }
  const description =
    name === 'meta' ? readDescription(options, textAttribute(node, 'content')) : undefined
  if (description !== undefined) context.descriptions.push(description)
  if (name === 'toctree') {
    const first = lineOf(node)
    const rows = textAttribute(node, 'content').split('\n')
    const offset = Number(node.attributes.contentline ?? node.line) - node.line
    const lines = rows.map((text, at) => ({ ...first, text, line: first.line + offset + at }))
    trees.push(readToctree(page, options, lines))
  } else if (name === 'math' && options.label !== undefined) {
    targets.addLabel(options.label, { page, anchor: makeId(options.label), title: undefined })
  } else if (name === 'glossary') {
    for (const term of findAll(node, 'term')) {
      const title = plainTextOf(term)
      targets.addTerm(page, title)
    }
    inner()
  } else if (name === 'productionlist') {
    for (const token of readGrammar(`${argument}\n${textAttribute(node, 'content')}`).tokens) {
      targets.addObject(token.name, { page, anchor: token.anchor, title: undefined })
    }
  } else if (/^(?:py:)?currentmodule$/.test(name))
    scope.module = argument === 'None' ? '' : argument
  else visitObject(name, argument, context, inner)
}

const AUTOMATIC =
  /^auto(?:class|function|method|attribute|data|exception|module|property|decorator)$/

function visitObject(name: string, argument: string, context: Context, inner: () => void): void {
  const { page, targets, scope } = context
  const isModule = /^(?:py:|auto)?module$/.test(name)
  if (isModule) {
    scope.module = argument
    scope.object = ''
  }
  if (followNamespace(name, argument, scope)) return
  if (name === 'program') scope.program = nameProgram(argument)
  if (!isObjectDirective(name) && !AUTOMATIC.test(name)) {
    inner()
    return
  }
  const signatures = splitSignatures(argument)
  const found = signatures.flatMap((signature) => listObjects(name, signature, scope))
  for (const each of found) {
    targets.addObject(each.name, { page, anchor: each.anchor, title: undefined })
  }
  const { object, path } = scope
  scope.object = enclose(name.replace(/^auto/, ''), found[0]?.name ?? '', scope)
  scope.path = encloseDeclared(name, signatures[0], scope)
  inner()
  scope.object = object
  scope.path = path
}

/** What references without words show: a title, a caption, the first of several terms. */
function findTitle(node: RstNode): string | undefined {
  const found =
    node.tag === 'definition_list' || node.tag === 'field_list'
      ? nodesOf(nodesOf(node)[0] ?? node)[0]
      : nodesOf(node).find(({ tag }) => tag === 'title' || tag === 'caption')
  return found === undefined ? undefined : titleTextOf(found).replace(/\s+/g, ' ')
}

function findFirst(node: RstNode, tag: string): RstNode | undefined {
  if (node.tag === tag) return node
  for (const child of nodesOf(node)) {
    const found = findFirst(child, tag)
    if (found !== undefined) return found
  }
  return undefined
}

function findAll(node: RstNode, tag: string): readonly RstNode[] {
  const own = node.tag === tag ? [node] : []
  return [...own, ...nodesOf(node).flatMap((child) => findAll(child, tag))]
}
