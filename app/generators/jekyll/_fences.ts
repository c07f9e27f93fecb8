import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import { stripMarks } from './_template_text.ts'

type TagPlace = { readonly input: string; readonly begin: number }

/**
 * Creates a function that says whether a tag is in a fence. It reads each text once: a page can
 * have thousands of tags.
 */
export function createFenceFinder(): (tag: TagPlace) => boolean {
  let known = ''
  let starts: ReadonlySet<number> = new Set()
  return ({ input, begin }) => {
    if (input !== known) [known, starts] = [input, findFencedLines(input)]
    return starts.has(input.lastIndexOf('\n', begin - 1) + 1)
  }
}

/** Where the lines of fenced code begin. */
function findFencedLines(text: string): ReadonlySet<number> {
  const isCode = createFenceFollower()
  const starts = new Set<number>()
  let start = 0
  for (const line of text.split('\n')) {
    if (isCode(stripMarks(line))) starts.add(start)
    start += line.length + 1
  }
  return starts
}
