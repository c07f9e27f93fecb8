import { widthOf } from './fences.ts'

const ITEM = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\S/

/** Follows the lists of a text line by line: where the text of their items stands. */
export class ListColumns {
  /** Column of the text of the current item; 0 outside lists. */
  inner = 0
  /** The same of the outermost list that is open. */
  outer = 0

  read(line: string): { readonly isItem: boolean; readonly column: number } {
    const item = ITEM.exec(line)
    const column = widthOf(/^[ \t]*/.exec(line)?.[0] ?? '')
    if (item !== null && column < this.inner + 4) this.inner = widthOf(item[1] ?? '')
    else if (line.trim() !== '' && column === 0) this.inner = 0
    if (this.inner === 0 || (item !== null && column === 0)) this.outer = 0
    this.outer ||= this.inner
    return { isItem: item !== null, column }
  }
}
