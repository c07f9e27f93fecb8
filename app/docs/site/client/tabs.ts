import { createElement } from './elements.ts'
import { recall, remember } from './storage.ts'

const KEY = 'tab'

type Tabs = {
  readonly buttons: readonly HTMLButtonElement[]
  readonly panels: readonly HTMLElement[]
}

let all: readonly Tabs[] = []

/** Makes tabs of panels; without a script a reader has them one below the other. */
export function showTabs(): void {
  all = [...document.querySelectorAll<HTMLElement>('.prose .tabs')].map(makeTabs)
  const chosen = recall(KEY)
  for (const tabs of all) {
    select(tabs, Math.max(0, labelsOf(tabs).indexOf(chosen ?? '')))
    for (const [at, button] of tabs.buttons.entries()) {
      button.addEventListener('click', () => choose(tabs, at))
      button.addEventListener('keydown', (event) => moveByKey(event, tabs, at))
    }
    for (const [at, panel] of tabs.panels.entries()) {
      panel.addEventListener('beforematch', () => select(tabs, at))
    }
  }
}

/** Opens the panel that the address of the page leads into, now and later. */
export function followHash(): void {
  addEventListener('hashchange', revealTarget)
  revealTarget()
}

function makeTabs(box: HTMLElement, number: number): Tabs {
  const panels = [...box.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.matches('.tab'),
  )
  const list = createElement('div', { role: 'tablist', 'aria-label': box.dataset.label ?? '' })
  const buttons = panels.map((panel, at) => {
    const title = panel.querySelector<HTMLElement>('.tab-title')
    const [tab, own] = [`tab:${number}:${at}`, `panel:${number}:${at}`]
    const attributes = { id: tab, role: 'tab', type: 'button', 'aria-controls': own }
    const button = createElement('button', attributes, title?.textContent ?? '')
    if (title !== null) title.hidden = true
    panel.id = own
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab)
    list.append(button)
    return button
  })
  box.prepend(list)
  return { buttons, panels }
}

function labelsOf({ buttons }: Tabs): readonly string[] {
  return buttons.map(({ textContent }) => textContent)
}

function select({ buttons, panels }: Tabs, selected: number): void {
  for (const [at, button] of buttons.entries()) {
    button.setAttribute('aria-selected', String(at === selected))
    button.tabIndex = at === selected ? 0 : -1
  }
  for (const [at, panel] of panels.entries()) {
    if (at === selected) panel.removeAttribute('hidden')
    // The browser's own search finds what is in it, and opens it.
    else panel.setAttribute('hidden', 'until-found')
  }
}

/** A choice holds for all tabs that have it; what is on the screen stays where it is. */
function choose(tabs: Tabs, at: number): void {
  const label = labelsOf(tabs)[at] ?? ''
  const button = tabs.buttons[at]
  const before = button?.getBoundingClientRect().top ?? 0
  for (const each of all) {
    const found = each === tabs ? at : labelsOf(each).indexOf(label)
    if (found !== -1) select(each, found)
  }
  scrollBy(0, (button?.getBoundingClientRect().top ?? 0) - before)
  remember(KEY, label)
}

function moveByKey(event: KeyboardEvent, tabs: Tabs, at: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const count = tabs.buttons.length
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: count - 1,
  }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  const next = (to + count) % count
  choose(tabs, next)
  tabs.buttons[next]?.focus()
}

/** A link to a place in a panel opens the panel. */
function revealTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target === null) return
  for (const tabs of all) {
    const at = tabs.panels.findIndex((panel) => panel.contains(target))
    if (at !== -1) select(tabs, at)
  }
  target.scrollIntoView()
}
