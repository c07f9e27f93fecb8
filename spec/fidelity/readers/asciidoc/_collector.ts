import { nameOfPicture, readOutside, splitWords, type Unit } from '../../facts.ts'
import { readInline } from './_inline.ts'
import type { AdocRow } from './_rows.ts'

/** A link whose words may be those of the page or heading that it leads to. */
export type OpenLink = { readonly text: string; readonly target: string; readonly unit: Unit }

/** Collects what a page says, and the titles that links may take. */
export class AdocCollector {
  readonly units: Unit[] = []
  /** Words of footnotes, which stand below all other text. */
  readonly notes: Unit[] = []
  readonly links: OpenLink[] = []
  /** Titles by the ids that lead to them. */
  readonly titles = new Map<string, string>()
  title = ''
  decorations = 0
  /** Whether anchors are still those of the page itself, which its address reaches. */
  isAtTop = true

  add(kind: Unit['kind'], value: string, first: AdocRow, last = first): Unit {
    const unit = makeUnit(kind, value, first, last)
    this.units.push(unit)
    return unit
  }

  /** Rows of one text; a loss in it is reported where the text begins. */
  addText(rows: readonly AdocRow[], block?: AdocRow): void {
    const { texts, found } = readInline(rows)
    const [first] = rows
    const last = rows.at(-1)
    if (first === undefined || last === undefined) return
    const more = { block: (block ?? first).line }
    for (const [at, row] of rows.entries()) {
      for (const word of splitWords(texts[at] ?? '')) {
        Object.assign(this.add('prose', word, row, last), more)
      }
    }
    for (const each of found) {
      const row = rows[each.at] ?? first
      if (each.kind === 'link') this.#addLink(each.text, each.target, row, last, more.block)
      else if (each.kind === 'anchor') this.addAnchor(each.value, row, last)
      else if (each.kind === 'footnote') this.#addNote(each.value, row, last, more.block)
      else this.addPicture(each.value, row, last, more.block)
    }
  }

  addAnchor(id: string, first: AdocRow, last = first): void {
    if (!this.isAtTop && id !== '') this.add('anchor', id, first, last)
  }

  addPicture(target: string, first: AdocRow, last: AdocRow, block: number): void {
    Object.assign(
      this.add('picture', nameOfPicture(target.replace(/^(?!https?:).*[:$]/, '')), first, last),
      { block },
    )
  }

  #addNote(text: string, row: AdocRow, last: AdocRow, block: number): void {
    for (const word of splitWords(text)) {
      this.notes.push({ ...makeUnit('prose', word, row, last), block })
    }
  }

  #addLink(text: string, target: string, row: AdocRow, last: AdocRow, block: number): void {
    const outside = readOutside(target)
    if (outside !== undefined) {
      const unit = this.add('outside', outside, row, last)
      Object.assign(unit, { target: splitWords(text).join(' '), block })
    }
    if (/^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|\/\/)/i.test(target)) return
    const unit = this.add('link', splitWords(text).join(' '), row, last)
    Object.assign(unit, { target, block })
    this.links.push({ text, target, unit })
  }
}

function makeUnit(kind: Unit['kind'], value: string, first: AdocRow, last: AdocRow): Unit {
  const { file, line, includedAt } = first
  const lineEnd = last.file === file ? Math.max(line, last.line) : line
  return { kind, value, file, line, lineEnd, includedAt }
}
