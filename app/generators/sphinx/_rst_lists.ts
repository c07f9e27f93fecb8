import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import { listAttribute, nodesOf, plainTextOf, type RstNode, textAttribute } from './_rst_nodes.ts'
import type { RstWriter } from './_rst_writer.ts'
import { indentLines, joinBlocks, makeTermId, placeText } from './_text.ts'

export function writeList(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const start = Number(textAttribute(node, 'start')) || 1
  const items = nodesOf(node).map((item, at) => {
    const mark = node.tag === 'bullet_list' ? '- ' : `${start + at}. `
    const body = addAnchors(item, writer.blocks(nodesOf(item)), writer)
    const lines = body.length === 0 ? placeText('', writer.lineOf(item)) : body
    return indentLines(lines, mark, ' '.repeat(mark.length))
  })
  const isLoose = items.some((item) => item.some(({ text }) => text === ''))
  return isLoose ? joinBlocks(items) : items.flat()
}

/** Terms in bold with their meaning below them. */
export function writeDefinitions(
  node: RstNode,
  writer: RstWriter,
  isGlossary: boolean,
): readonly SourceLine[] {
  const items = nodesOf(node).map((item) => {
    const parts = nodesOf(item)
    const terms = parts.filter(({ tag }) => tag === 'term')
    const classifiers = parts
      .filter(({ tag }) => tag === 'classifier')
      .map((each) => ` (${writer.inline(each)})`)
    const words = terms.map((term) => {
      const anchor = isGlossary
        ? `<a id="${makeTermId(plainTextOf(term), writer.context.config)}"></a>`
        : ''
      return `${anchor}**${writer.inline(term).replace(/\*\*/g, '')}**`
    })
    const head = placeText(words.join(', ') + classifiers.join(''), writer.lineOf(item))
    const body = writer.blocks(parts.filter(({ tag }) => tag === 'definition'))
    return indentLines(addAnchors(item, joinBlocks([head, body]), writer), '- ', '  ')
  })
  return joinBlocks(items)
}

/** A target at the end of an item names the item after it. */
function addAnchors(
  item: RstNode,
  lines: readonly SourceLine[],
  writer: RstWriter,
): readonly SourceLine[] {
  const anchors = listAttribute(item, 'ids').map((id) => `<a id="${id}"></a>`)
  if (anchors.length === 0) return lines
  const [first = { ...writer.lineOf(item), text: '' }, ...rest] = lines
  const text = anchors.join('')
  // A block begins on a line of its own, and an item with none.
  if (isText(first)) return [{ ...first, text: text + first.text }, ...rest]
  return joinBlocks([lines, placeText(text, first)])
}

function isText({ text }: SourceLine): boolean {
  return /^(?![-*+>|#]|\d+[.)] |`{3}|:{3})\S/.test(text)
}

/** Fields that say something to programs alone. */
const SILENT = /^(?:orphan|tocdepth|nocomments|nosearch|no-search|meta|date|revision|status)$/i

const PARTS =
  /^(param(?:eter)?|arg(?:ument)?|key(?:word)?|kwarg|raises?|except(?:ion)?|[ic]?var|type)\s+(.*)$/
const ALONE: Readonly<Record<string, string>> = {
  return: 'Returns',
  returns: 'Returns',
  rtype: 'Return type',
}

export function writeFields(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const rows = nodesOf(node).flatMap((field) => {
    const [name, body] = nodesOf(field)
    if (name === undefined || field.tag !== 'field') return []
    if (node.tag === 'docinfo' && SILENT.test(plainTextOf(name))) return []
    const lines = body === undefined ? [] : writer.blocks(nodesOf(body))
    const [first, ...rest] = lines
    const head = `**${nameField(plainTextOf(name), () => writer.inline(name))}**`
    const item =
      first !== undefined && isText(first)
        ? [{ ...first, text: `${head}: ${first.text}` }, ...rest]
        : joinBlocks([placeText(head, writer.lineOf(field)), lines])
    return [indentLines(addAnchors(field, item, writer), '- ', '  ')]
  })
  return rows.flat()
}

/** `param str name` is the parameter `name` of a type. */
function nameField(text: string, write: () => string): string {
  const alone = ALONE[text.toLowerCase()]
  if (alone !== undefined) return alone
  const [, part = '', names = ''] = PARTS.exec(text) ?? []
  if (part === '') return write()
  const words = names.split(/\s+/)
  const name = formatCodeSpan(words.at(-1) ?? '')
  if (/^(?:raise|except)/.test(part)) return `Raises ${formatCodeSpan(names)}`
  if (part === 'type') return `Type of ${name}`
  return words.length === 1 ? name : `${name} (${words.slice(0, -1).join(' ')})`
}

export function writeOptions(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const items = nodesOf(node).map((item) => {
    const [group, description] = nodesOf(item)
    const names = group === undefined ? [] : nodesOf(group).map(plainTextOfOption)
    const head = placeText(names.map(formatCodeSpan).join(', '), writer.lineOf(item))
    const body = description === undefined ? [] : writer.blocks(nodesOf(description))
    return indentLines(joinBlocks([head, body]), '- ', '  ')
  })
  return joinBlocks(items)
}

function plainTextOfOption(option: RstNode): string {
  return nodesOf(option)
    .map((part) => `${textAttribute(part, 'delimiter')}${plainTextOf(part)}`)
    .join('')
}
