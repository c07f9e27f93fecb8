import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Problem } from '../../contract/problem.ts'
import type { ShownProblem } from './messages.ts'

/** Programs that open a file at a line by an address of this form, under a scheme of their name. */
export const EDITORS = ['vscode', 'vscodium', 'cursor', 'windsurf', 'zed'] as const
export type Editor = (typeof EDITORS)[number]

/** More would fill the page. */
const FRAMES_MAX = 20
const FILE_BYTES_MAX = 1024 * 1024
const LINE_CHARACTERS_MAX = 160

/** Problems with the lines around each place, and where an editor opens it. */
export function frameProblems(
  problems: readonly Problem[],
  editor: Editor | undefined,
): readonly ShownProblem[] {
  // Many problems of one file are usual, and it is read at every save.
  const read = memoizeLines()
  return problems.map((problem, at) => {
    const path = resolve(problem.file)
    const place = `${path}:${problem.line}:${problem.column}`
    return {
      ...problem,
      frame: at < FRAMES_MAX ? frameLine(read(path), problem.line) : [],
      ...(editor === undefined ? {} : { editor: `${editor}://file${encodeURI(place)}` }),
    }
  })
}

/** Gives the lines of files, each read once; none where one cannot be read. */
function memoizeLines(): (path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (path) => {
    const lines = known.get(path) ?? readLines(path)
    known.set(path, lines)
    return lines
  }
}

function readLines(path: string): readonly string[] {
  try {
    return statSync(path).size > FILE_BYTES_MAX ? [] : readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The line of a place between its neighbours. */
function frameLine(lines: readonly string[], line: number): ShownProblem['frame'] {
  const first = Math.max(0, line - 2)
  return lines.slice(first, line + 1).map((text, at) => ({
    number: first + at + 1,
    text: text.slice(0, LINE_CHARACTERS_MAX),
  }))
}
