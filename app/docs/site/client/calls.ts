import type { SentCall } from '../settings.ts'
import { createElement, fillText } from './elements.ts'

/** How long an API may take, and how much of its answer is shown. */
const [LATEST_MS, CHARACTERS_MAX] = [30_000, 100_000]

/** Titles of a page have no id with a colon. */
const ID = 'call:form'

/** Puts the form of a call below the samples of an operation; nothing of it is kept. */
export function offerCall(): void {
  const prose = document.querySelector<HTMLElement>('[data-call]')
  const text = prose?.dataset.call
  const old = document.getElementById(ID)
  // After a refresh a reader goes on with their form, unless the call is another one.
  if (old !== null && old.dataset.added === text) return
  old?.remove()
  if (prose === null || text === undefined) return
  const fold = createElement('details', { id: ID, class: 'call', 'data-added': text })
  // The build wrote it, from the same type.
  fold.append(...createForm(JSON.parse(text) as SentCall))
  const samples = prose.querySelector(':scope > .tabs')
  if (samples === null) prose.append(fold)
  else samples.append(fold)
}

function createForm(call: SentCall): readonly HTMLElement[] {
  const { texts, method, body } = call
  const address = field('input', texts.address, call.url)
  const headers = field('textarea', texts.headers, call.headers.join('\n'))
  const content = body === undefined ? undefined : field('textarea', texts.body, body)
  const button = createElement('button', {}, `${texts.send} ${method}`)
  // Screen readers tell what changes in an element that they know, so it is there from the start.
  const answer = createElement('pre', { class: 'wrap', role: 'status' })
  const fields = [address, headers, content].flatMap((each) => (each ? [each.label] : []))
  const form = createElement('form', { autocomplete: 'off' }, ...fields, button)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.hasAttribute('aria-disabled')) return
    // Without `disabled`, which takes the focus away.
    button.setAttribute('aria-disabled', 'true')
    answer.tabIndex = 0
    answer.textContent = texts.sending ?? ''
    const [url, lines] = [address.input.value.trim(), headers.input.value]
    answer.textContent = await send(call, url, lines, content?.input.value)
    answer.scrollIntoView({ block: 'nearest' })
    button.removeAttribute('aria-disabled')
  })
  return [createElement('summary', {}, texts.title ?? ''), form, answer]
}

type Field<Name extends 'input' | 'textarea'> = {
  readonly label: HTMLLabelElement
  readonly input: HTMLElementTagNameMap[Name]
}

function field<Name extends 'input' | 'textarea'>(
  name: Name,
  title = '',
  value: string,
): Field<Name> {
  const input = createElement(name, { spellcheck: 'false', autocomplete: 'off' })
  input.value = value
  if (input instanceof HTMLTextAreaElement) input.rows = Math.min(12, value.split('\n').length + 1)
  return { label: createElement('label', {}, title, input), input }
}

/** What came back, or why nothing did. */
async function send(
  { method, url: given, texts }: SentCall,
  url: string,
  lines: string,
  body: string | undefined,
): Promise<string> {
  const { origin } = new URL(given)
  const say = (key: string, words = {}): string => fillText(texts[key] ?? '', { origin, ...words })
  let request: Request
  try {
    const whole = new URL(url)
    if (whole.origin !== origin) return say('otherOrigin')
    const headers = lines.split('\n').filter((line) => line.trim() !== '')
    request = new Request(whole, {
      method,
      headers: headers.map((line): [string, string] => {
        const [name = '', ...rest] = line.split(':')
        return [name.trim(), rest.join(':').trim()]
      }),
      cache: 'no-store',
      // The policy of the page lets none follow to another origin, and would not say why.
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LATEST_MS),
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    return say('notValid', { reason: error instanceof Error ? error.message : String(error) })
  }
  try {
    const answer = await fetch(request)
    if (answer.type === 'opaqueredirect') return say('redirected')
    const type = answer.headers.get('content-type') ?? ''
    const shown = showBody(await answer.text()).slice(0, CHARACTERS_MAX)
    return `${`${answer.status} ${answer.statusText}`.trim()}\n${type}\n\n${shown}`
  } catch {
    return say('noAnswer', { own: location.origin })
  }
}

function showBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
