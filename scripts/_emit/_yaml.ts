import { Document, visit } from 'yaml'
import { utf8 } from './_text.ts'

// YAML 1.1 readers are still common and would turn a bare date, `yes` or `12:30` into something
// else, so those are quoted. Without anchors a reader needs no memory, and a diff stays local.
const OPTIONS = { compat: 'yaml-1.1', aliasDuplicateObjects: false } as const

/** Front matter of a record. */
export function frontMatter(record: Readonly<Record<string, string>>): string {
  return `---\n${written(record)}---\n`
}

/** A whole document, keys in the order in which they were set. */
export function yamlDocument(document: Readonly<Record<string, unknown>>): Uint8Array {
  return utf8(`# Made by the documentation build; do not edit.\n${written(document)}`)
}

// YAML 1.1 takes the first three for line breaks, and a mark at the start of a line is lost.
const BREAKS = /[\u0085\u2028\u2029\ufeff]/g

function written(value: Readonly<Record<string, unknown>>): string {
  const document = new Document(value, OPTIONS)
  visit(document, {
    Scalar: (_, scalar) => {
      const { value: text } = scalar
      if (typeof text === 'string' && text.search(BREAKS) >= 0) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  // They stand between double quotes now, where an escape means the character.
  return document
    .toString({ lineWidth: 0 })
    .replace(BREAKS, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
