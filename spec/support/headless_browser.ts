/**
 * A browser without a screen: keeps cookies, follows redirects within the service, reads and
 * submits forms as a browser would, and throws when it cannot find something.
 */
export type Form = {
  readonly action: string
  readonly method: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly buttons: readonly Button[]
  /** Options of radio groups and selects. */
  readonly choices: ReadonlyMap<string, readonly string[]>
}
export type Button = { readonly name: string; readonly value: string; readonly text: string }

export type VisitedPage = {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly html: string
  readonly forms: readonly Form[]
}

const REDIRECTS_MAX = 10

export class HeadlessBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #base: string

  constructor(base: string) {
    this.#base = base
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  /** Opens an address; stops at a redirect away from the service. */
  async open(url: string, init: RequestInit = {}): Promise<VisitedPage> {
    let address = new URL(url, this.#base).href
    let request: RequestInit = init
    for (let hops = 0; hops < REDIRECTS_MAX; hops++) {
      const answer = await fetch(address, {
        ...request,
        headers: { ...(request.headers as Record<string, string>), cookie: this.#cookieHeader() },
        redirect: 'manual',
      })
      this.#keep(answer.headers)
      const location = answer.headers.get('location')
      if (location === null || answer.status < 300 || answer.status > 399) {
        const html = await answer.text()
        const forms = await readForms(html, address)
        return { url: address, status: answer.status, headers: answer.headers, html, forms }
      }
      const next = URL.canParse(location) ? location : new URL(location, address).href
      if (!next.startsWith(`${this.#base}/`)) {
        return { url: next, status: answer.status, headers: answer.headers, html: '', forms: [] }
      }
      address = next
      request = {}
    }
    throw new Error(`Cannot open "${url}": more than ${REDIRECTS_MAX} redirects`)
  }

  /** Submits a form with one of its buttons and the chosen values. */
  async submit(
    form: Form,
    button: Button | undefined,
    chosen: Readonly<Record<string, string>> = {},
  ): Promise<VisitedPage> {
    const body = new URLSearchParams()
    for (const [name, value] of form.fields) if (!(name in chosen)) body.append(name, value)
    for (const [name, value] of Object.entries(chosen)) body.append(name, value)
    if (button !== undefined && button.name !== '') body.append(button.name, button.value)
    const origin = new URL(this.#base).origin
    return await this.open(form.action, {
      method: form.method.toUpperCase(),
      body: body.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        'sec-fetch-site': 'same-origin',
      },
    })
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      const gone = attributes.some((one) => /^\s*max-age=0\s*$/i.test(one))
      if (gone || value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

type Draft = {
  action: string
  method: string
  fields: [string, string][]
  buttons: { name: string; value: string; text: string }[]
  choices: Map<string, string[]>
}

async function readForms(html: string, address: string): Promise<readonly Form[]> {
  const drafts: Draft[] = []
  const current = () => drafts.at(-1)
  const attribute = (element: HTMLRewriterTypes.Element, name: string) =>
    decodeEntities(element.getAttribute(name) ?? '')
  let select = ''
  await new HTMLRewriter()
    .on('form', {
      element: (element) => {
        const action = new URL(attribute(element, 'action'), address).href
        const method = element.getAttribute('method') ?? 'get'
        drafts.push({ action, method, fields: [], buttons: [], choices: new Map() })
      },
    })
    .on('form input', {
      element: (element) => {
        const [type, name] = [element.getAttribute('type') ?? 'text', attribute(element, 'name')]
        const value = element.hasAttribute('value') ? attribute(element, 'value') : 'on'
        const draft = current()
        if (draft === undefined) return
        if (type === 'radio') addChoice(draft, name, value)
        const chosen = type !== 'radio' && type !== 'checkbox'
        if (chosen || element.hasAttribute('checked')) draft.fields.push([name, value])
      },
    })
    .on('form select', {
      element: (element) => {
        select = attribute(element, 'name')
      },
    })
    .on('form select option', {
      element: (element) => {
        const draft = current()
        if (draft !== undefined) addChoice(draft, select, attribute(element, 'value'))
      },
    })
    .on('form button', {
      element: (element) => {
        const [name, value] = [attribute(element, 'name'), attribute(element, 'value')]
        current()?.buttons.push({ name, value, text: '' })
      },
      text: ({ text }) => {
        const button = current()?.buttons.at(-1)
        if (button !== undefined) button.text += decodeEntities(text)
      },
    })
    .transform(new Response(html))
    .text()
  return drafts
}

function addChoice(draft: Draft, name: string, value: string): void {
  draft.choices.set(name, [...(draft.choices.get(name) ?? []), value])
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
