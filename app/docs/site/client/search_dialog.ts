import { createElement, fillText } from './elements.ts'
import { addRecent, forgetRecent, listRecent } from './recent.ts'
import { createOption, splitWords } from './search_hits.ts'
import { describeAnswer } from './search_messages.ts'
import { createParts, type DialogParts } from './search_parts.ts'
import { type Answer, requestHits } from './search_request.ts'
import { settings } from './settings.ts'

const { texts, queryCharactersMax } = settings

/** A request for each pause of the hand, not for each letter. */
const QUIET_MS = 100
/** A quick answer needs no word that it is on its way. */
const PATIENCE_MS = 300
/** Screen readers speak when the hand rests. */
const SPEAK_MS = 500

/** The search: a dialog with a combobox (ARIA Authoring Practices, combobox pattern). */
export class SearchDialog {
  readonly #search: { readonly api: string; readonly page: string }
  #parts: DialogParts | undefined
  #options: readonly HTMLAnchorElement[] = []
  #active = -1
  /** The text whose hits are shown. */
  #shownText = ''
  /** The text whose hits are on their way. */
  #awaitedText = ''
  /** Enter was pressed before the hits of the text were there. */
  #opensFirst = false
  #request = new AbortController()
  #timers: readonly ReturnType<typeof setTimeout>[] = []

  constructor(search: { readonly api: string; readonly page: string }) {
    this.#search = search
  }

  open(): void {
    const parts = this.#parts ?? this.#create()
    if (parts.dialog.open) return
    parts.dialog.showModal()
    parts.input.select()
    if (this.#readText() === '') this.#showRecent()
  }

  #create(): DialogParts {
    const parts = createParts(this.#search.page)
    const { dialog, input, body, form } = parts
    this.#parts = parts
    input.addEventListener('input', () => this.#type())
    input.addEventListener('keydown', (event) => this.#press(event))
    form.addEventListener('submit', () => addRecent(this.#readText()))
    body.addEventListener('click', (event) => this.#click(event))
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close()
    })
    dialog.addEventListener('close', () => this.#stop())
    document.body.append(dialog)
    return parts
  }

  #readText(): string {
    return (this.#parts?.input.value ?? '').trim().normalize('NFC')
  }

  #stop(): void {
    this.#request.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#opensFirst = false
    this.#awaitedText = ''
    this.#parts?.body.removeAttribute('aria-busy')
  }

  #type(): void {
    const text = this.#readText()
    this.#stop()
    this.#choose(-1)
    if (text === '') this.#showRecent()
    else if ([...text].length > queryCharactersMax) {
      const message = fillText(texts['search.tooLong'], { count: queryCharactersMax })
      this.#show([], [message], message)
    } else {
      this.#awaitedText = text
      this.#timers = [setTimeout(() => void this.#ask(text), QUIET_MS)]
    }
  }

  async #ask(text: string): Promise<void> {
    const request = new AbortController()
    this.#request = request
    this.#parts?.body.setAttribute('aria-busy', 'true')
    const patience = setTimeout(() => this.#speak(texts['search.searching']), PATIENCE_MS)
    this.#timers = [patience]
    try {
      const answer = await requestHits(this.#search.api, text, request.signal)
      // An answer to an older text may come last.
      if (request.signal.aborted || this.#request !== request) return
      this.#parts?.body.removeAttribute('aria-busy')
      this.#awaitedText = ''
      this.#showAnswer(text, answer)
    } catch {
      // Given up: another text is being asked for.
    } finally {
      clearTimeout(patience)
    }
  }

  #showAnswer(text: string, answer: Answer): void {
    const { messages, spoken } = describeAnswer(text, answer, this.#search.page)
    if (answer.kind !== 'found') {
      this.#show([], messages, spoken)
      return
    }
    const words = [...splitWords(text), ...answer.corrected]
    const options = answer.hits.map((hit, at) => createOption(hit, at, words))
    this.#shownText = text
    this.#show(options, messages, spoken)
    this.#choose(options.length > 0 ? 0 : -1)
    if (this.#opensFirst) this.#options[0]?.click()
  }

  #show(
    options: readonly HTMLAnchorElement[],
    messages: readonly (string | HTMLElement)[],
    spoken: string,
  ): void {
    if (this.#parts === undefined) return
    const { list, input, body, notes } = this.#parts
    this.#options = options
    this.#active = -1
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    notes.replaceChildren(
      ...messages.map((message) => createElement('p', { class: 'message' }, message)),
    )
    input.setAttribute('aria-expanded', String(options.length > 0))
    body.scrollTop = 0
    this.#timers = [...this.#timers, setTimeout(() => this.#speak(spoken), SPEAK_MS)]
  }

  #speak(text: string): void {
    if (this.#parts !== undefined) this.#parts.status.textContent = text
  }

  #showRecent(): void {
    this.#shownText = ''
    this.#show([], [], '')
    const recent = listRecent()
    if (recent.length === 0) return
    const forget = createElement('button', { type: 'button', class: 'plain', 'data-forget': '' })
    forget.textContent = texts['search.forget']
    const head = createElement('p', { class: 'recent-head' }, texts['search.recent'], forget)
    const items = recent.map((query) =>
      createElement(
        'li',
        {},
        createElement('button', { type: 'button', 'data-query': query }, query),
      ),
    )
    this.#parts?.notes.replaceChildren(
      head,
      createElement('ul', { class: 'recent-list' }, ...items),
    )
  }

  /** Makes an option the active one; -1 for none. */
  #choose(at: number): void {
    if (this.#parts === undefined) return
    const { input } = this.#parts
    this.#options[this.#active]?.setAttribute('aria-selected', 'false')
    this.#active = at
    const option = this.#options[at]
    if (option === undefined) {
      input.removeAttribute('aria-activedescendant')
      return
    }
    option.setAttribute('aria-selected', 'true')
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }

  #press(event: KeyboardEvent): void {
    // Keys of an input method are its own; Safari sends its last Enter after the composition.
    if (event.isComposing || event.keyCode === 229) return
    const { key } = event
    if (key === 'Escape') {
      event.preventDefault()
      this.#parts?.dialog.close()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const count = this.#options.length
      const step = key === 'ArrowDown' ? 1 : -1
      const from = this.#active < 0 && step < 0 ? 0 : this.#active
      if (count > 0) this.#choose((from + step + count) % count)
    } else if (key === 'Enter') this.#enter(event)
  }

  /** Opens the active hit, or waits for the first; without one, the page of results opens. */
  #enter(event: KeyboardEvent): void {
    const text = this.#readText()
    if (text === '') {
      event.preventDefault()
      return
    }
    const option = text === this.#shownText ? this.#options[this.#active] : undefined
    if (option !== undefined) {
      event.preventDefault()
      const { ctrlKey, metaKey } = event
      option.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }),
      )
    } else if (text === this.#awaitedText) {
      event.preventDefault()
      this.#opensFirst = true
    }
  }

  #click({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
    if (!(target instanceof Element) || this.#parts === undefined) return
    const { dialog, input } = this.#parts
    if (target.closest('.hit') !== null) {
      addRecent(this.#readText())
      if (!ctrlKey && !metaKey && !shiftKey) dialog.close()
      return
    }
    const button = target.closest('button')
    if (button === null) return
    if ('forget' in button.dataset) {
      forgetRecent()
      this.#showRecent()
    } else {
      if (button.dataset.query !== undefined) input.value = button.dataset.query
      this.#type()
    }
    input.focus()
  }
}
