import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import type { YamlSource } from '../../../text/source_text/yaml.ts'
import { type Cell, listRows, readColumn } from '../../../text/source_text/yaml_column.ts'
import { checkUnique } from './_unique.ts'

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Checks that a prompt's text uses each of its arguments, and nothing else. */
export function checkPrompts(source: YamlSource): readonly Problem[] {
  const rows = listRows(source, ['prompts'])
  return rows.flatMap((row) => {
    const names = readColumn(source, ['prompts', row, 'arguments'], 'name')
    const text = readColumn(source, ['prompts', row], 'text')[0]
    return [
      ...checkUnique(names, 'argument'),
      ...(text === undefined ? [] : checkPlaceholders(source, text, names)),
    ]
  })
}

function checkPlaceholders(
  source: YamlSource,
  text: Cell,
  names: readonly Cell[],
): readonly Problem[] {
  const known = names.map((name) => name.text)
  const used = [...text.text.matchAll(PLACEHOLDER)].map(([whole, name]) => ({
    whole,
    name: name ?? '',
  }))
  const unknown = used.filter(({ name }) => !known.includes(name))
  const unused = names.filter((name) => !used.some((placeholder) => placeholder.name === name.text))
  return [
    ...unknown.map(({ whole, name }) =>
      problemAt(
        source.locatePiece(text.path, whole),
        `the text uses ${whole}, but there is no such argument`,
        suggestArgument(name, known),
      ),
    ),
    ...unused.map((name) =>
      problemAt(
        name.place,
        `the argument ${quote(name.text)} is not used in the text`,
        `write {{${name.text}}} where it belongs, or remove the argument`,
      ),
    ),
  ]
}

function suggestArgument(name: string, known: readonly string[]): string {
  const meant = findNearest(name, known)
  if (meant !== undefined) return `write {{${meant}}}`
  if (known.length === 0) return 'remove it, or add the argument'
  return `write one of ${listNames(known.map((each) => `{{${each}}}`))}, or add the argument`
}
