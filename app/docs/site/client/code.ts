import { announce, copyText } from './copy.ts'
import { createElement, fillText } from './elements.ts'
import { settings } from './settings.ts'

/** How long a button says that it did its work. */
const SHOWN_MS = 2500

/** Puts a button on every block of code that copies it. */
export function copyCode(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.prose pre:not([data-added] *)')) {
    const { texts } = settings
    const button = createElement('button', {
      class: 'copy-code',
      type: 'button',
      'aria-label': texts['code.copy'],
      title: texts['code.copy'],
    })
    const box = createElement('div', { class: 'code-box' })
    const language = /(?:^| )language-(\S+)/.exec(block.firstElementChild?.className ?? '')?.[1]
    if (language !== undefined && block.closest('figure, .tab, .terminal') === null) {
      box.dataset.language = language
    }
    block.replaceWith(box)
    box.append(block, button)
    let timer: ReturnType<typeof setTimeout> | undefined
    button.addEventListener('click', async () => {
      const isCopied = await copyText(readCode(block))
      const text = texts[isCopied ? 'code.copied' : 'code.copyFailed']
      button.setAttribute('aria-label', text)
      button.dataset.state = isCopied ? 'done' : 'failed'
      announce(text)
      clearTimeout(timer)
      timer = setTimeout(() => {
        button.setAttribute('aria-label', texts['code.copy'])
        delete button.dataset.state
      }, SHOWN_MS)
    })
  }
}

/** Folds lines that their author takes for noise; search in the page opens them too. */
export function foldCode(): void {
  for (const fold of document.querySelectorAll<HTMLElement>('.prose pre .fold')) {
    const count = fold.textContent.replace(/\n$/, '').split('\n').length
    const text = fillText(settings.texts['code.expand'], { count })
    const button = createElement('button', { class: 'unfold', type: 'button' }, text)
    fold.before(button)
    fold.setAttribute('hidden', 'until-found')
    const unfold = (): void => {
      fold.removeAttribute('hidden')
      button.remove()
    }
    button.addEventListener('click', unfold)
    fold.addEventListener('beforematch', unfold)
  }
}

/** The code that a reader wants: no prompts, no output, no lines that are taken out. */
function readCode(block: HTMLElement): string {
  const copy = block.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const element of copy.querySelectorAll('.prompt, samp, del, .unfold')) {
    const { nextSibling } = element
    // The line of an output ends after it.
    if (element.tagName === 'SAMP' && nextSibling instanceof Text) {
      nextSibling.data = nextSibling.data.replace(/^\n/, '')
    }
    element.remove()
  }
  return copy.textContent.replace(/\n$/, '')
}
