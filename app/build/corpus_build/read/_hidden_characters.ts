import { findHiddenCharacters } from '../../../contract/hidden_characters.ts'
import { type Place, type Problem, problemAt } from '../../../contract/problem.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'

/** Warns of hidden characters in the text of a page or a change, once for each line. */
export function warnOfHiddenText(
  file: string,
  text: string,
  firstLine: number,
): readonly Problem[] {
  if (findHiddenCharacters(text).length === 0) return []
  return text.split('\n').flatMap((line, at) => {
    const [first] = findHiddenCharacters(line)
    if (first === undefined) return []
    return [explain({ file, line: firstLine + at, column: first.start + 1 }, first.character)]
  })
}

/** Warns of hidden characters in the names and texts of YAML, also of those that are escaped. */
export function warnOfHiddenValues(source: YamlSource | undefined): readonly Problem[] {
  return source === undefined ? [] : walk(source, source.value, [])
}

function walk(source: YamlSource, value: unknown, path: YamlPath): readonly Problem[] {
  if (typeof value === 'string') {
    const [first] = findHiddenCharacters(value)
    if (first === undefined) return []
    return [explain(source.locatePiece(path, first.character), first.character)]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const inside = [...path, Array.isArray(value) ? Number(key) : key]
    const [first] = findHiddenCharacters(key)
    const named = first === undefined ? [] : [explain(source.locateKey(inside), first.character)]
    return [...named, ...walk(source, each, inside)]
  })
}

function explain(place: Place, character: string): Problem {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const what = `the text has U+${code}, a character that nobody sees and that programs obey`
  return problemAt(place, what, 'remove it')
}
