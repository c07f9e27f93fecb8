import { createElement } from './elements.ts'
import { settings } from './settings.ts'

/** How long a button says that it did its work. */
const SHOWN_MS = 2500

/** Puts a text on the clipboard; also where the page is not a secure context. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** An address of the local network is no secure context: there is the older way. */
function copySelection(text: string): boolean {
  const area = createElement('textarea', { class: 'hidden', 'aria-hidden': 'true', tabindex: '-1' })
  area.value = text
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

let status: HTMLElement | undefined

/** Says something to readers who do not see the page. */
export function announce(text: string): void {
  if (status === undefined) {
    status = createElement('p', { class: 'hidden', role: 'status' })
    document.body.append(status)
  }
  status.textContent = text
}

/** "Copy as Markdown" puts the twin of the page on the clipboard. */
export function copyPages(): void {
  const button = document.querySelector<HTMLButtonElement>('.copy-page')
  const address = button?.dataset.markdown
  if (button === null || address === undefined) return
  const label = button.textContent ?? ''
  let timer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    const isCopied = await readText(address).then(copyText, () => false)
    const text = settings.texts[isCopied ? 'page.copied' : 'page.copyFailed']
    button.textContent = text
    button.dataset.state = isCopied ? 'done' : 'failed'
    announce(text)
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = label
      delete button.dataset.state
    }, SHOWN_MS)
  })
}

async function readText(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { accept: 'text/markdown' } })
  if (!answer.ok) throw new Error(`Cannot read "${address}": status ${answer.status}`)
  return await answer.text()
}
