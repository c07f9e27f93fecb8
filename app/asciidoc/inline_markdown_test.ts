import { expect, test } from 'bun:test'
import { writeInline } from './inline_markdown.ts'
import type { InlinePart } from './inline_nodes.ts'

function makeText(text: string): InlinePart {
  return { kind: 'text', text }
}

function makeRaisedLink(words: string): InlinePart {
  const node = { kind: 'quoted', type: 'superscript', roles: '' } as const
  const parts = [{ kind: 'node', node, data: [], parts: [makeText(words)] } as const]
  return { kind: 'node', node: { kind: 'xref', isBare: false }, data: ['#a'], parts }
}

test('writeInline() keeps words apart from a raised link, whose mark is no part of them', () => {
  const targets = {
    resolveReference: (href: string) => ({ href, title: '' }),
    resolvePicture: (target: string) => target,
  }
  const write = (...parts: readonly InlinePart[]) => writeInline(parts, targets)
  const link = '[<sup>1</sup>](#a)'
  expect(write(makeText('Pots 7.2'), makeRaisedLink('1'), makeText('. '))).toBe(
    `Pots 7.2 ${link}. `,
  )
  expect(write(makeRaisedLink('1'), makeText('The pot'))).toBe(`${link} The pot`)
  expect(write(makeText('Pots '), makeRaisedLink('1'), makeText(' and'))).toBe(`Pots ${link} and`)
})
