import { scrollWithin } from './contents.ts'

const KEY = 'site-tree'
const OPENED = 'site-tree-opened'

/**
 * Keeps the folders that the reader opened, and the place of the tree of pages, from page to page,
 * with the current page in view.
 */
export function keepTree(): void {
  const tree = document.querySelector<HTMLElement>('nav.pages')
  if (tree === null) return
  try {
    const opened = new Set((sessionStorage.getItem(OPENED) ?? '').split('\n'))
    const folders = [...tree.querySelectorAll('details')]
    for (const folder of folders) folder.open ||= opened.has(nameFolder(folder))
    tree.scrollTop = Number(sessionStorage.getItem(KEY) ?? 0)
    addEventListener('pagehide', () => {
      // That of the page itself is open without anybody's doing.
      const kept = folders
        .filter(({ open }) => open)
        .filter((folder) => {
          return opened.has(nameFolder(folder)) || folder.querySelector('[aria-current]') === null
        })
      sessionStorage.setItem(OPENED, kept.map(nameFolder).join('\n'))
      sessionStorage.setItem(KEY, String(tree.scrollTop))
    })
  } catch {
    // A browser may forbid it: the tree then begins at its top.
  }
  const current = tree.querySelector<HTMLElement>('[aria-current]')
  if (current !== null) scrollWithin(tree, current)
}

/** Titles may be alike; the first page of a folder is its own. */
function nameFolder(folder: HTMLDetailsElement): string {
  return folder.querySelector('a')?.getAttribute('href') ?? ''
}

/** A menu closes when the reader goes elsewhere, and on Escape. */
export function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.open-in')) {
    addEventListener('click', ({ target }) => {
      if (!(target instanceof Node && menu.contains(target))) menu.open = false
    })
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false
    })
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !menu.open) return
      event.preventDefault()
      menu.open = false
      menu.querySelector('summary')?.focus()
    })
  }
}

/** Paper shows what is folded. */
export function unfoldForPrint(): void {
  let folded: readonly HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll<HTMLDetailsElement>('.prose details:not([open])')]
    for (const details of folded) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of folded) details.open = false
  })
}
