import { readCodeBlock } from '../../text/source_text/code_block.ts'
import { readText, readTextAttribute, TITLES } from './_attributes.ts'
import { formatBlockMark, normalizeBlock } from './_blocks.ts'
import { normalizeName, type RenderContext, readStringLiteral } from './_render_context.ts'
import type { Element, Node } from './_tree.ts'

const TABS = /^(tabs|tabgroup)$/
const TAB = /^(tab|tabitem)$/
const CODE_GROUP = /^(codegroup|code-group|codetabs)$/

/**
 * Our blocks for tabs and groups of code; undefined for what is neither, and for what does not fit:
 * its names then become bold lines, which is reported.
 */
export function renderTabs(
  element: Element,
  name: string,
  context: RenderContext,
): string | undefined {
  const isGroup = CODE_GROUP.test(name)
  if (!isGroup && !TABS.test(name)) return undefined
  const parts = element.children.filter((node) => !isBlank(node))
  // One tab is a heading with a text: there is nothing to choose.
  if (parts.length < 2) return undefined
  const text = isGroup ? renderGroup(parts, context) : renderPanels(element, parts, context)
  if (text === undefined) {
    const parts = `the ${isGroup ? 'blocks' : 'tabs'} of <${element.name}>`
    const what = `${parts} stand one below the other, because not all have a name`
    context.reportLoss(element.start, what, 'give each a name in the source, or write ":::tabs"')
  }
  return text
}

function isBlank(node: Node): boolean {
  return node.kind === 'nothing' || (node.kind === 'text' && node.text.trim() === '')
}

/** Blocks of code with names. */
function renderGroup(parts: readonly Node[], context: RenderContext): string | undefined {
  const marks: string[] = []
  for (const part of parts) {
    if (part.kind !== 'fence') return undefined
    const [first = ''] = part.fence.lines
    const { title, language } = readCodeBlock(first.replace(/^[`~]+/, '').trim(), '')
    if (title === '' && language === '') return undefined
    marks.push(formatBlockMark(context.blocks.push(part.fence.lines) - 1))
  }
  return `:::code-group\n${marks.join('\n\n')}\n:::`
}

function renderPanels(
  element: Element,
  parts: readonly Node[],
  context: RenderContext,
): string | undefined {
  const names = readNames(element)
  const panels: { readonly label: string; readonly content: string }[] = []
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'element' || !TAB.test(normalizeName(part.name))) return undefined
    const label = readLabel(part, names, at, context)
    if (label === undefined) return undefined
    panels.push({ label, content: normalizeBlock(context.render(part.children)) })
  }
  // A fence of colons is closed by the first that is as long, in other readers of such blocks.
  const inner = panels.flatMap(({ content }) => content.match(/^[ \t>]*:{3,}/gm) ?? [])
  const longest = inner.reduce((most, mark) => Math.max(most, mark.trim().length), 2)
  const [outer, each] = [':'.repeat(longest + 2), ':'.repeat(longest + 1)]
  const blocks = panels.map(({ label, content }) => `${each}tab ${label}\n${content}\n${each}`)
  return `${outer}tabs\n${blocks.join('\n')}\n${outer}`
}

/** Names that `<Tabs>` has for all its tabs, by place or by value. */
type Names = { readonly list: readonly string[]; readonly byValue: ReadonlyMap<string, string> }

const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
const ENTRY = /\{[^{}]*\}/g

function readNames({ attributes }: Element): Names {
  const expressionOf = (...names: readonly string[]) =>
    attributes.find(({ name, kind }) => names.includes(name) && kind === 'expression')?.value ?? ''
  const items = expressionOf('items').trim()
  const isList = /^\[[^{}]*\]$/.test(items)
  const entries = [...expressionOf('values').matchAll(ENTRY)].map(([entry]) => {
    const read = (key: string) =>
      readStringLiteral(new RegExp(`\\b${key}\\s*:\\s*(${LITERAL.source})`).exec(entry)?.[1] ?? '')
    return [read('value') ?? '', read('label') ?? ''] as const
  })
  return {
    list: isList ? [...items.matchAll(LITERAL)].map(([text]) => readStringLiteral(text) ?? '') : [],
    byValue: new Map(entries.filter(([value, label]) => value !== '' && label !== '')),
  }
}

function readLabel(
  tab: Element,
  names: Names,
  at: number,
  context: RenderContext,
): string | undefined {
  const value = readTextAttribute(tab, ['value', 'name'])
  const own = readText(tab, TITLES, context)
  const found = own ?? names.byValue.get(value ?? '') ?? names.list[at] ?? value
  // A label is plain text.
  const label = (found ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\\(?=[{}])/g, '')
    .trim()
  return label === '' ? undefined : label
}
