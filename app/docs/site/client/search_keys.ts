import { SearchDialog } from './search_dialog.ts'
import { recall } from './storage.ts'

/** The button and the keys that open the dialog. */
export function installSearch(search: { readonly api: string; readonly page: string }): void {
  const dialog = new SearchDialog(search)
  const isMac = document.documentElement.dataset.platform === 'mac'
  document.querySelector('button.search')?.addEventListener('click', () => dialog.open())
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return
    if (!isShortcut(event, isMac) && !isSlash(event)) return
    event.preventDefault()
    dialog.open()
  })
}

/** Ctrl-K, or Cmd-K on a Mac, where Ctrl-K cuts a line; with Shift the key belongs to a browser. */
function isShortcut(event: KeyboardEvent, isMac: boolean): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event
  const isAlone = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return isAlone && !shiftKey && !altKey && key.toLowerCase() === 'k'
}

/** The reader can switch this key off (WCAG 2.2, 2.1.4). */
function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey || recall('slash') === 'off') return false
  const fields = 'input, textarea, select, [contenteditable]'
  return !(target instanceof Element && target.closest(fields) !== null)
}
