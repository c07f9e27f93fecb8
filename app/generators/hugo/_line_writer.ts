import type { SourceLine } from '../../foreign_markup/source_line.ts'

/** What a shortcode becomes: a block of lines, or words inside a line. */
export type Rendering =
  | { readonly kind: 'block'; readonly lines: readonly SourceLine[] }
  | { readonly kind: 'words'; readonly text: string }

/** What stands before the text of a list item or quote. */
const LEAD = /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/

/** Puts lines together from pieces, each with its place in the source. */
export class LineWriter {
  readonly lines: SourceLine[] = []
  #afterBlock = false

  /** Spaces that lines need in order to stay in the list item of the current line. */
  get indent(): string {
    const lead = LEAD.exec(this.lines.at(-1)?.text ?? '')?.[0] ?? ''
    return lead.replace(/[^>]/g, ' ')
  }

  /** Adds text that may have line feeds; `originOf` names the line of each piece. */
  write(text: string, originOf: (at: number) => SourceLine): void {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at === 0) this.#append(piece, originOf(at))
      else {
        this.lines.push({ ...originOf(at), text: piece })
        this.#afterBlock = false
      }
    }
  }

  writeBlock(block: readonly SourceLine[], indent: string): void {
    const last = this.lines.at(-1)
    const lead = LEAD.exec(last?.text ?? '')?.[0] ?? ''
    const [first, ...rest] = block
    if (first === undefined) return
    if (last === undefined) this.lines.push(...block)
    else if (lead === last.text && !this.#afterBlock) {
      this.lines[this.lines.length - 1] = { ...first, text: lead + first.text.slice(indent.length) }
      this.lines.push(...rest)
    } else this.lines.push({ ...first, text: indent.trimEnd() }, ...block)
    this.#afterBlock = true
  }

  #append(piece: string, origin: SourceLine): void {
    const last = this.lines.at(-1)
    if (last === undefined) this.lines.push({ ...origin, text: piece })
    else if (!this.#afterBlock) {
      this.lines[this.lines.length - 1] = { ...last, text: last.text + piece }
    } else if (piece.trim() !== '') {
      // What follows a block on its line is a block of its own.
      const indent = /^[ \t]*/.exec(last.text)?.[0] ?? ''
      this.lines.push({ ...origin, text: '' }, { ...origin, text: indent + piece.trim() })
      this.#afterBlock = false
    }
  }
}
