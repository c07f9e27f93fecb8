/**
 * The parts of a page that a passage shows whole: a paragraph, a heading, an item of a list, the
 * head of a table, a row, a block of code. A row keeps the head of its table, an item and code the
 * sentence before.
 */
export const PIECE_KINDS = ['prose', 'heading', 'item', 'head', 'row', 'code'] as const
export type PieceKind = (typeof PIECE_KINDS)[number]

/** The line that stands for what a passage leaves out between two ranges of a page. */
export const CUT_LINE = '…'
