import { isMap, isNode, isSeq, parseDocument } from 'yaml'
import { err, ok, type Result } from '../../contract/result.ts'
import { writeYaml } from './yaml_text.ts'

type Entries = readonly Readonly<Record<string, unknown>>[]

/**
 * The text with entries added at the end of a list of the document. Everything else stays as its
 * author wrote it. Refused is a list in brackets, or one that is empty.
 */
export function appendToYamlList(
  text: string,
  key: string,
  entries: Entries,
): Result<string, 'form'> {
  if (entries.length === 0) return ok(text)
  const { contents } = parseDocument(text)
  const list = isMap(contents) ? contents.get(key, true) : undefined
  if (!isSeq(list) || list.flow === true) return err('form')
  const [first, last] = [list.items[0], list.items.at(-1)]
  if (!isNode(first) || !isNode(last) || !first.range || !last.range) return err('form')
  const lineStart = text.lastIndexOf('\n', first.range[0]) + 1
  const indent = /^( *)- /.exec(text.slice(lineStart, first.range[0] + 1))?.[1]
  if (indent === undefined) return err('form')
  const end = findLineEnd(text, last.range[1])
  const before = text.slice(0, end)
  const added = entries.map((entry) => writeEntry(entry, indent)).join('')
  return ok(`${before}${before.endsWith('\n') ? '' : '\n'}${added}${text.slice(end)}`)
}

/** The offset after the line in which a value ends. */
function findLineEnd(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

function writeEntry(entry: Entries[number], indent: string): string {
  const lines = writeYaml(entry).trimEnd().split('\n')
  const written = lines.map((line, at) => {
    if (line === '') return ''
    return `${indent}${at === 0 ? '- ' : '  '}${line}`
  })
  return `${written.join('\n')}\n`
}
