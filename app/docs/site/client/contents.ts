/** Marks the heading of the text in view in "On this page". */
export function followHeadings(): void {
  const nav = document.querySelector<HTMLElement>('nav.contents')
  if (nav === null) return
  const entries = [...nav.querySelectorAll<HTMLAnchorElement>('a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading === null ? [] : [{ link, heading }]
  })
  let isPinned = false
  let isWaiting = false
  const mark = (chosen: HTMLAnchorElement | undefined) => {
    for (const { link } of entries) {
      if (link === chosen) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    if (chosen !== undefined) scrollWithin(nav, chosen)
  }
  const look = () => {
    isWaiting = false
    if (!isPinned) mark(findCurrent(entries)?.link)
  }
  nav.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null) return
    if (nav.matches(':popover-open')) nav.hidePopover()
    // The reader chose this one, also if the page is too short to scroll to it.
    isPinned = true
    mark(link)
  })
  const release = () => {
    isPinned = false
  }
  for (const event of ['wheel', 'touchmove', 'keydown']) {
    addEventListener(event, release, { passive: true })
  }
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(look)
    },
    { passive: true },
  )
  look()
}

type Entry = { readonly link: HTMLAnchorElement; readonly heading: HTMLElement }

/** None at the top, the last at the bottom, else the last heading above the upper third. */
function findCurrent(entries: readonly Entry[]): Entry | undefined {
  const { scrollHeight, clientHeight } = document.documentElement
  if (scrollY > 0 && scrollY + clientHeight >= scrollHeight - 2) return entries.at(-1)
  return entries.findLast(({ heading }) => heading.getBoundingClientRect().top < clientHeight / 4)
}

/** Scrolls a list, and never the page, so that an entry is in view. */
export function scrollWithin(list: HTMLElement, entry: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    list.scrollTop += inner.top - outer.top - outer.height / 3
  }
}
