import { fieldsOf } from '../races/client.ts'
import { type BusinessAnswer, createBusinessCaller } from '../support/business_calls.ts'
import type { HeadlessBrowser } from '../support/headless_browser.ts'
import { attempt, insist, type World } from './_world.ts'

export const NOTE_ARGS = { topic: 'other' } as const

/** Writes notes without pause; most have a key and are sent again until there is an answer. */
export async function writeNotes(world: World, name: string, access: string): Promise<void> {
  const { gate, record, random } = world
  const { call } = createBusinessCaller(world.url)
  for (let count = 0; await gate.pass(); count += 1) {
    const word = `q${name}n${String(count).padStart(6, '0')}e`
    const text = `Kept through a kill: ${word}`
    const key = random() < 0.8 ? `key-${word}` : undefined
    const send = () => call('add_memory_note', { ...NOTE_ARGS, text }, access, metaOf(key))
    // Without a key it must not be sent twice: only the store knows what became of it.
    const step = key === undefined ? attempt : insist
    const answer = await step(world, 'a write', send)
    if (answer === undefined) continue
    if (answer.result?.structuredContent?.status !== 'applied') {
      record.violations.add(`a write was not applied: ${JSON.stringify(answer)}`)
      continue
    }
    record.notes.set(text, { text, word, key, answer: JSON.stringify(answer.result) })
    if (random() < 0.1) await repeatOne(world, send, key === undefined ? undefined : text)
  }
}

/** Sends an acknowledged write again under its key; the answer must be the same. */
async function repeatOne(
  world: World,
  send: () => Promise<BusinessAnswer>,
  text: string | undefined,
): Promise<void> {
  const note = world.record.notes.get(text ?? '')
  if (note === undefined) return
  const again = await insist(world, 'a repeated write', send)
  if (again === undefined) return
  world.record.figures.repeats += 1
  if (JSON.stringify(again.result) === note.answer) return
  world.record.violations.add(`a repeated key got another answer: ${JSON.stringify(again)}`)
}

/** Has calls held and approves them on the account page, one after another. */
export async function holdAndApprove(
  world: World,
  given: {
    readonly access: string
    readonly browser: HeadlessBrowser
    readonly job: string
  },
): Promise<void> {
  const { gate, record } = world
  const { call } = createBusinessCaller(world.url)
  for (let count = 0; await gate.pass(); count += 1) {
    const args = { id: given.job, cancel_reason: `Held through a kill, number ${count}.` }
    const meta = metaOf(`held-${count}`)
    const answer = await insist(world, 'a held call', () =>
      call('cancel_job', args, given.access, meta),
    )
    const id = answer?.result?.structuredContent?.approval_id
    if (answer === undefined) return
    if (id === undefined) record.violations.add(`a call was not held: ${JSON.stringify(answer)}`)
    else await approve(world, given.browser, id)
    if (id !== undefined) record.held.set(id, given.job)
  }
}

async function approve(world: World, browser: HeadlessBrowser, id: string): Promise<void> {
  const { gate, record, url } = world
  while (await gate.pass()) {
    const page = await insist(world, 'the account page', () => browser.open('/account'))
    if (page === undefined) return
    if (!page.html.includes('Sign out')) {
      record.violations.add('a session was lost: the account page asks to sign in')
      return
    }
    const form = page.forms.find(({ fields }) => fields.some(([, value]) => value === id))
    // Decided by a call whose answer was lost; the store knows whether it was applied.
    if (form === undefined) return
    const answer = await attempt(world, 'a decision', () =>
      fetch(form.action, {
        method: 'POST',
        headers: {
          cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
          origin: url,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: fieldsOf(form, 'Approve'),
        redirect: 'manual',
      }),
    )
    if (answer === undefined) continue
    if (answer.headers.get('location') === '/account?done=applied') record.applied.add(id)
    else record.violations.add(`a decision was not applied: ${answer.status}`)
    return
  }
}

function metaOf(key: string | undefined): Readonly<Record<string, string>> | undefined {
  return key === undefined ? undefined : { 'lectern/idempotencyKey': key }
}
