import { substitute } from './_attributes.ts'
import { cutIndent } from './_parts.ts'
import { findNamed, type Pending } from './_pending.ts'
import { cutQuotes } from './_quotes.ts'
import type { AdocRow } from './_rows.ts'

/** What a reader copies of a block of code. */
export function readAdocCode(inside: readonly AdocRow[], pending: Pending | undefined): string {
  const find = (name: string) => findNamed(pending, name)
  const subs = (find('subs') ?? '').replace(/-\w+/g, '')
  const isReplaced = /attributes|normal/.test(subs)
  let rows = isReplaced
    ? inside.map((row) => ({ ...row, text: substitute(row.text, row.attributes) }))
    : inside
  if (/quotes|normal/.test(subs)) {
    const texts = cutQuotes(rows.map(({ text }) => text).join('\n')).split('\n')
    rows = rows.map((row, at) => ({ ...row, text: texts[at] ?? '' }))
  }
  let number = 0
  rows = rows.map((row) => {
    const text = row.text.replace(/<(!--)?\.(--)?>/g, (_, open = '', close = '') => {
      number += 1
      return `<${open}${number}${close}>`
    })
    return { ...row, text }
  })
  const indent = find('indent')
  const shown = indent === undefined ? rows : cutIndent(rows, Number(indent))
  const texts = shown.map(({ text }) => text)
  while (texts[0] === '') texts.shift()
  while (texts.at(-1) === '') texts.pop()
  return texts.join('\n')
}
