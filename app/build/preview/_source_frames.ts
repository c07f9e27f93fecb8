import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Problem } from '../../contract/problem.ts'
import type { ShownProblem } from './messages.ts'

/** Programs that open a file at a line by an address of this form, under a scheme of their name. */
export const EDITORS = ['vscode', 'vscodium', 'cursor', 'windsurf', 'zed'] as const
export type Editor = (typeof EDITORS)[number]

/** More would fill the page, and each is read at every save. */
const FRAMES_MAX = 20
const FILE_BYTES_MAX = 1024 * 1024
const LINE_CHARACTERS_MAX = 160

/** Problems with the lines around each place, and where an editor opens it. */
export function frameProblems(
  problems: readonly Problem[],
  editor: Editor | undefined,
): readonly ShownProblem[] {
  return problems.map((problem, at) => {
    const path = resolve(problem.file)
    const place = `${path}:${problem.line}:${problem.column}`
    return {
      ...problem,
      frame: at < FRAMES_MAX ? readFrame(path, problem.line) : [],
      ...(editor === undefined ? {} : { editor: `${editor}://file${encodeURI(place)}` }),
    }
  })
}

/** The line of a place between its neighbours; none where the file cannot be read. */
function readFrame(path: string, line: number): ShownProblem['frame'] {
  try {
    if (statSync(path).size > FILE_BYTES_MAX) return []
    const lines = readFileSync(path, 'utf8').split('\n')
    const first = Math.max(0, line - 2)
    return lines.slice(first, line + 1).map((text, at) => ({
      number: first + at + 1,
      text: text.slice(0, LINE_CHARACTERS_MAX),
    }))
  } catch {
    return []
  }
}
