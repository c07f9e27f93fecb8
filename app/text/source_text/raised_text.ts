import { writeSubscript } from './subscript.ts'
import { chooseSuperscriptMarks } from './superscript.ts'

/** What is beside a raised or lowered text without a space. */
type RaisedSides = { readonly followsWord: boolean; readonly meetsWord: boolean }

/** The text of `<sup>` or `<sub>` between the marks that keep it apart from the word before it. */
export function splitRaised(
  name: string,
  text: string,
  sides: RaisedSides,
): readonly [before: string, text: string, after: string] | undefined {
  if (name === 'sub') return writeSubscript(text, sides)
  const marks = chooseSuperscriptMarks(text, sides.meetsWord)
  return marks === undefined ? undefined : [marks[0], text.trim(), marks[1]]
}

/** The same in code, where a backslash would show. */
export function showRaised(name: string, text: string): string {
  const [before, words, after] = splitRaised(name, text, SIDES) ?? ['', text, '']
  return `${before.replace('\\', '')}${words}${after}`
}

const SIDES: RaisedSides = { followsWord: true, meetsWord: false }
