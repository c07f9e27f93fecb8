import type { Row } from '../facts.ts'
import { createFences, mapRows, maskSpans } from './dialect.ts'

const OBJECT = /(?<!!)\[((?:[^[\]]|\[[^[\]]*\])+)\]\[([^[\]]*)\]/g

/** Names of objects, which a program finds: readers have links there. */
export function linkObjects(rows: readonly Row[], config: string): readonly Row[] {
  if (!/^\s+-\s+(?:mkdocstrings|autorefs)\b/m.test(config)) return rows
  const known = new Set(rows.map(({ text }) => /^\s*\[([^\]]+)\]:/.exec(text)?.[1]?.toLowerCase()))
  const isFence = createFences()
  return mapRows(rows, (text) => {
    if (isFence(text)) return text
    const masked = maskSpans(text)
    return [...masked.matchAll(OBJECT)].reduceRight((shown, { 0: whole, 1: words = '', index }) => {
      const label = text.slice(index + 1, index + 1 + words.length)
      const name = text.slice(index + words.length + 3, index + whole.length - 1) || label
      const object = name.replaceAll('`', '')
      if (known.has(object.toLowerCase()) || !/^-?[A-Za-z_][\w.-]*$/.test(object)) return shown
      return `${shown.slice(0, index)}[${label}](#${object})${shown.slice(index + whole.length)}`
    }, text)
  })
}
