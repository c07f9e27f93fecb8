import { Idiomorph } from 'idiomorph'

/** Parts of a page that follow a save; what a script added elsewhere stays. */
const PARTS = ['main', 'nav.pages', 'nav.contents', 'header.site', 'footer.site']

let running = false
let wanted = false

/** Brings the page up to date, and leaves the reader where they are. */
export async function refreshPage(): Promise<void> {
  wanted = true
  if (running) return
  running = true
  try {
    while (wanted) {
      wanted = false
      const answer = await fetch(location.href, {
        headers: { accept: 'text/html' },
        cache: 'no-store',
      })
      if (!wanted) apply(await answer.text())
    }
  } finally {
    running = false
  }
}

function apply(html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html')
  // Another script or style sheet needs a page that was loaded with it.
  if (listAssets(next) !== listAssets(document) || !hasSameParts(next)) {
    location.reload()
    return
  }
  const anchor = findAnchor()
  document.title = next.title
  for (const part of PARTS) {
    const [from, to] = [document.querySelector(part), next.querySelector(part)]
    if (from === null || to === null) continue
    Idiomorph.morph(from, to, {
      ignoreActiveValue: true,
      restoreFocus: true,
      callbacks: { beforeAttributeUpdated: isFromServer, beforeNodeRemoved: isOursToRemove },
    })
  }
  document.dispatchEvent(new CustomEvent('page:content'))
  if (anchor === undefined) return
  const now = anchor.element.isConnected ? anchor.element : document.getElementById(anchor.id)
  if (now !== null) scrollBy(0, now.getBoundingClientRect().top - anchor.top)
}

/** What the reader set since the page was loaded: open menus, a chosen tab, a marked heading. */
const READERS_OWN = ['open', 'hidden', 'aria-selected', 'aria-expanded', 'tabindex', 'data-state']

function isFromServer(name: string, node: Element): boolean {
  if (name === 'aria-current') return node.closest('nav.contents') === null
  return !READERS_OWN.includes(name)
}

/** Buttons that a script put into the page are not in what the server sends. */
function isOursToRemove(node: Node): boolean {
  return !(node instanceof Element && node.matches('[data-added]'))
}

function listAssets(page: Document): string {
  const assets = page.querySelectorAll('head script[src], head link[rel=stylesheet]')
  return [...assets].map((each) => each.getAttribute('src') ?? each.getAttribute('href')).join(' ')
}

function hasSameParts(next: Document): boolean {
  return PARTS.every((part) => {
    return (document.querySelector(part) === null) === (next.querySelector(part) === null)
  })
}

type Anchor = { readonly element: Element; readonly id: string; readonly top: number }

/** The heading that the reader is at: it stays where it is, whatever changes above it. */
function findAnchor(): Anchor | undefined {
  if (scrollY === 0) return undefined
  const headings = [...document.querySelectorAll('main [id]')]
  const tops = headings.map((element) => element.getBoundingClientRect().top)
  const at = tops.findLastIndex((top) => top < innerHeight / 2)
  const element = headings[at]
  return element === undefined ? undefined : { element, id: element.id, top: tops[at] ?? 0 }
}
