/**
 * What the text of a page keeps of its Markdown, so that a passage of it can be shown: white space
 * of kinds that no line of prose has. Words, snippets and phrases are the same without it.
 */
export const TEXT_MARKS = {
  /** Before and after a block of code. */
  code: '\f',
  /** Before the first line of an item of a list. */
  item: '\v',
  /** At the end of a cell of a table, unless it is the last of its row. */
  cell: '\t',
  /** At the end of a line that the same paragraph goes on behind. */
  wrap: ' ',
} as const
