import { Document, visit } from 'yaml'
import { encodeUtf8 } from './escape.ts'

// YAML 1.1 readers are still common and would turn a bare date, `yes` or `12:30` into something
// else, so those are quoted. Without anchors a reader needs no memory, and a diff stays local.
const OPTIONS = { compat: 'yaml-1.1', aliasDuplicateObjects: false } as const

/** Front matter of a record. */
export function writeFrontMatter(record: Readonly<Record<string, string>>): string {
  return `---\n${writeYaml(record)}---\n`
}

/** A whole document, keys in the order in which they were set. */
export function writeYamlDocument(document: Readonly<Record<string, unknown>>): Uint8Array {
  return encodeUtf8(`# Made by the documentation build; do not edit.\n${writeYaml(document)}`)
}

// YAML 1.1 takes three of these for line breaks, a mark at the start of a line is lost, and the
// rest may not stand raw in any document (YAML 1.2.2, c-printable).
const RISKY = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

function writeYaml(value: Readonly<Record<string, unknown>>): string {
  const document = new Document(value, OPTIONS)
  visit(document, {
    Scalar: (_, scalar) => {
      const { value: text } = scalar
      if (typeof text === 'string' && text.search(RISKY) >= 0) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  // They stand between double quotes now, where an escape means the character.
  return document
    .toString({ lineWidth: 0 })
    .replace(RISKY, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
