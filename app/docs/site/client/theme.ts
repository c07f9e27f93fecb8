import { recall, remember } from './storage.ts'

const KEY = 'theme'

/** Shows the theme that the reader chose before; without a choice the style follows the system. */
export function applyTheme(): void {
  const theme = recall(KEY)
  const { dataset } = document.documentElement
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  else delete dataset.theme
  const select = findSelect()
  if (select !== null) select.value = dataset.theme ?? ''
}

/** Lets the reader choose; other pages of the site that are open follow. */
export function followTheme(): void {
  applyTheme()
  findSelect()?.addEventListener('change', ({ currentTarget }) => {
    const value = currentTarget instanceof HTMLSelectElement ? currentTarget.value : ''
    remember(KEY, value === '' ? undefined : value)
    // Also where nothing can be kept.
    if (value === '') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = value
  })
  addEventListener('storage', applyTheme)
  // Also a page that comes back from the history as it was.
  addEventListener('pageshow', applyTheme)
}

function findSelect(): HTMLSelectElement | null {
  return document.querySelector('.theme select')
}
