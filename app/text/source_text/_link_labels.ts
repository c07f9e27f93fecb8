import type { MarkdownIt, StateInline } from 'markdown-it'
import { notesOf } from './_parser_notes.ts'

/**
 * The parser looks for the end of a label from each bracket to the end of the paragraph: a hundred
 * thousand open brackets would take it minutes. Where no bracket closes it does not look, and a
 * page has a budget for the rest, beyond which brackets are text.
 */
export function addLabelBounds({ helpers }: MarkdownIt): void {
  const parse = helpers.parseLinkLabel
  helpers.parseLinkLabel = (state, start, disablesNested) => {
    const notes = notesOf(state.env)
    if (notes.labels.isSpent || lastCloseOf(state) <= start) return -1
    const end = parse(state, start, disablesNested)
    if (!notes.labels.take((end === -1 ? state.posMax : end) - start)) notes.cutText = state.src
    return end
  }
}

const lastCloses = new WeakMap<StateInline, number>()

/** Where the last bracket of a paragraph closes; -1 where none does. */
function lastCloseOf(state: StateInline): number {
  const known = lastCloses.get(state) ?? state.src.lastIndexOf(']')
  lastCloses.set(state, known)
  return known
}
