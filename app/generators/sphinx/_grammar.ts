import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { Directive } from './_directive.ts'
import { makeSphinxId, placeText, writeFence } from './_text.ts'

type Grammar = {
  readonly rows: readonly string[]
  readonly tokens: readonly { readonly name: string; readonly anchor: string }[]
}

/** A grammar: `name: definition` on each line, below the name of a group. */
export function readGrammar(text: string): Grammar {
  const lines = text.split('\n').map((each) => each.trim())
  const group = lines[0]?.includes(':') === false ? lines[0] : ''
  const rules = lines.slice(group === '' ? 0 : 1).filter((each) => each !== '')
  const width = Math.max(...rules.map((rule) => rule.indexOf(':')), 0)
  const tokens = rules.flatMap((rule) => {
    const name = rule.slice(0, Math.max(rule.indexOf(':'), 0)).trim()
    const parts = ['grammar-token', group, name].filter((each) => each !== '')
    return name === '' ? [] : [{ name, anchor: makeSphinxId(parts.join('-')) }]
  })
  const rows = rules.map((rule) => {
    const at = rule.indexOf(':')
    // Names of other rules are links in Sphinx, and code has none.
    const definition = rule.slice(at + 1).replace(/`(?:[^`<]*<)?([^`<>]+)>?`/g, '$1')
    return `${rule.slice(0, Math.max(at, 0)).trim().padEnd(width)}:${definition}`
  })
  return { rows, tokens }
}

/** `productionlist` as code, with the anchor of each rule above it. */
export function writeGrammar({ argument, raw, line }: Directive): readonly SourceLine[] {
  const { rows, tokens } = readGrammar([argument, ...raw.map(({ text }) => text)].join('\n'))
  const anchors = tokens.map(({ anchor }) => `<a id="${anchor}"></a>`).join('')
  const code = rows.map((text) => ({ ...line, text }))
  return [
    ...(anchors === '' ? [] : placeText(`${anchors}\n`, line)),
    ...writeFence(line, 'text', code),
  ]
}
