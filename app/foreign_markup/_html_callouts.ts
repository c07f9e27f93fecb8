import { removeNothing } from './_blocks.ts'
import type { Element } from './_tree.ts'
import { calloutKindOf } from './callout_kinds.ts'

/** What the first class of a box is called; the second may be its kind. */
const BOX = /^(?:admonition|callout|note)$/
const HEADING = /^#{1,6} ([^\n]+)(?:\n+|$)/

/** `<div class="note warning">` as a callout, with its heading for a title. */
export function renderBox(element: Element, content: string): string | undefined {
  const classes = element.attributes.find(({ name }) => /^class(?:Name)?$/.test(name))?.value
  const [first = '', second] = classes?.trim().split(/\s+/) ?? []
  const id = element.attributes.find(({ name }) => name === 'id')?.value ?? ''
  const anchor = /^[\w.-]+$/.test(id) ? `<a id="${id}"></a>\n\n` : ''
  const text = removeNothing(content).trim()
  if (element.name !== 'div' || !BOX.test(first) || text === '') return undefined
  const { kind } = calloutKindOf(second ?? first)
  const [head = '', words = ''] = HEADING.exec(text) ?? []
  // A title is plain text: a heading with a link or an anchor stays one.
  const title = /\]\(|\{#|<a /.test(words) ? '' : words
  const body = title === '' ? text : text.slice(head.length)
  if (title === '' && !body.includes('\n\n') && !/^(?:```|:::|#)/m.test(body)) {
    return anchor + `\n[!${kind.toUpperCase()}]\n${body}`.replace(/\n/g, '\n> ').slice(1)
  }
  // One colon more than any block inside.
  const inside = [...body.matchAll(/^:{3,}/gm)].map(([colons]) => colons.length)
  const colons = ':'.repeat(Math.max(3, ...inside.map((length) => length + 1)))
  return `${anchor}${colons}${kind}${title === '' ? '' : ` ${title}`}\n${body}\n${colons}`
}
