import { createLineReader, isFenced, isMarkedCode } from '../../foreign_markup/line_classes.ts'

/** Tells of each line whether it is fenced code; only for Jekyll and docfx, and goes with them. */
export function createFenceFollower(): (text: string) => boolean {
  const read = createLineReader()
  return (text) => isFenced(read(text))
}

/** The same of all code that has marks. */
export function createCodeFollower(): (text: string) => boolean {
  const read = createLineReader()
  return (text) => isMarkedCode(read(text))
}
