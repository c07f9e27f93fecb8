import { createElement } from './elements.ts'
import { settings } from './settings.ts'
import { recall, remember } from './storage.ts'

const { texts } = settings

/** The parts of the dialog that change. */
export type DialogParts = {
  readonly dialog: HTMLDialogElement
  readonly form: HTMLFormElement
  readonly input: HTMLInputElement
  readonly body: HTMLElement
  readonly list: HTMLElement
  /** Messages, or recent queries. */
  readonly notes: HTMLElement
  readonly status: HTMLElement
}

/** Makes the dialog; the page of results is where its form leads without a hit. */
export function createParts(page: string): DialogParts {
  const label = texts['search.label']
  const input = createElement('input', {
    type: 'search',
    name: 'q',
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': 'false',
    'aria-controls': 'search:list',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    placeholder: texts['search.placeholder'],
  })
  const close = createElement('button', {
    type: 'button',
    class: 'close',
    'aria-label': texts['search.close'],
  })
  const form = createElement(
    'form',
    { class: 'dialog-head', role: 'search', 'aria-label': label, action: page, method: 'get' },
    input,
    close,
  )
  const list = createElement('div', { role: 'listbox', id: 'search:list', 'aria-label': label })
  const notes = createElement('div', { class: 'notes' })
  const body = createElement('div', { class: 'dialog-body' }, list, notes)
  const status = createElement('p', { class: 'hidden', role: 'status' })
  const dialog = createElement(
    'dialog',
    { class: 'search', 'aria-label': label },
    form,
    body,
    createFoot(),
    status,
  )
  list.hidden = true
  close.addEventListener('click', () => dialog.close())
  return { dialog, form, input, body, list, notes, status }
}

function createFoot(): HTMLElement {
  const keys = [
    ['↑ ↓', texts['search.keyMove']],
    ['↵', texts['search.keyOpen']],
    ['Esc', texts['search.keyClose']],
  ].map(([key = '', text = '']) =>
    createElement('span', { class: 'keys' }, createElement('kbd', {}, key), ` ${text}`),
  )
  const slash = createElement('input', { type: 'checkbox' })
  slash.checked = recall('slash') !== 'off'
  slash.addEventListener('change', () => remember('slash', slash.checked ? undefined : 'off'))
  return createElement(
    'div',
    { class: 'dialog-foot' },
    ...keys,
    createElement('label', {}, slash, texts['search.slash']),
  )
}
