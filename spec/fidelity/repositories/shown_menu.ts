import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { readPreview } from '../served_pages.ts'
import { bare, type MenuRow } from './old_pages.ts'

/** A line of our menu, and what is below it. */
type Line = {
  readonly label: string
  readonly address: string | undefined
  readonly below: Line[]
}

/** The whole menu of a corpus in the order of its lines, and the addresses of its pages. */
export async function readShownMenu(
  corpusDir: string,
): Promise<{ readonly rows: readonly MenuRow[]; readonly addresses: ReadonlySet<string> }> {
  const pages = new Map<string, { readonly lines: readonly Line[]; readonly next: string }>()
  // A page of a large site shows a part of the menu alone.
  await readPreview(corpusDir, (address, html) => {
    const from = html.indexOf('<nav class="pages"')
    const nav = html.slice(from, html.indexOf('</nav>', from))
    // On narrow screens the links of the header are above it.
    const list = parseDocument(`${nav}</nav>`)
      .children.filter(isTag)
      .flatMap(childrenOf)
      .findLast(({ name }) => name === 'ul')
    const next = /rel="next" href="([^"]*)"/.exec(html)?.[1]
    const lines = list === undefined ? [] : readList(list)
    pages.set(pathOf(address), { lines, next: next === undefined ? '' : pathOf(next) })
  })
  const menu: Line[] = []
  // In reading order, what two pages show of a long list overlaps.
  const followers = new Set([...pages.values()].map(({ next }) => next))
  for (const first of [...pages.keys()].filter((address) => !followers.has(address))) {
    for (let at = first; pages.has(at); at = pages.get(at)?.next ?? '') {
      merge(menu, pages.get(at)?.lines ?? [])
    }
  }
  return { rows: menu.flatMap(flatten), addresses: new Set([...pages.keys()].map(bare)) }
}

function pathOf(address: string): string {
  return decodeURIComponent(new URL(address, 'http://none/').pathname)
}

function flatten({ label, address, below }: Line): readonly MenuRow[] {
  return [{ label, address }, ...below.flatMap(flatten)]
}

function readList(list: Element): readonly Line[] {
  return childrenOf(list).flatMap((item): readonly Line[] => {
    const [first, inner] = childrenOf(item)
    if (first === undefined) return []
    if (first.name === 'details') {
      const [summary, entries] = childrenOf(first)
      return summary === undefined ? [] : [head(textOf(summary), entries)]
    }
    if (first.name === 'p') return [head(textOf(first), inner)]
    // A folder that is closed on this page is open on its own.
    if (first.attribs.class === 'folder') return [head(textOf(first), undefined)]
    const address = bare(decodeURIComponent(first.attribs.href ?? ''))
    return [{ label: textOf(first), address, below: [] }]
  })
}

function head(label: string, list: Element | undefined): Line {
  return { label, address: undefined, below: list === undefined ? [] : [...readList(list)] }
}

/** Puts what a page shows of a list into what others showed, in its order. */
function merge(lines: Line[], seen: readonly Line[]): void {
  let last = -1
  for (const line of seen) {
    const known = lines.findIndex(({ label, address }) => {
      return label === line.label && address === line.address
    })
    if (known === -1) lines.splice(last + 1, 0, line)
    else merge(lines[known]?.below ?? [], line.below)
    last = known === -1 ? last + 1 : known
  }
}

function childrenOf(element: Element): readonly Element[] {
  return element.children.filter(isTag)
}

function textOf(element: Element): string {
  const read = (node: ChildNode): string => {
    if (isText(node)) return node.data
    return isTag(node) ? node.children.map(read).join('') : ''
  }
  return read(element).replace(/\s+/g, ' ').trim()
}
