import type { Asking, Letter } from './asking.ts'

const STALE_S = 600

/** What is wrong with the way in which a product tells the service from everybody else. */
export async function guardFaults(asking: Asking): Promise<readonly string[]> {
  return (
    await Promise.all([
      everySecret(asking),
      refused(asking, 'a request without a signature', (letter) => {
        delete letter.headers['Lectern-Signature']
      }),
      refused(asking, 'a signature of zeros', (letter) => {
        letter.headers['Lectern-Signature'] = `v1=${'0'.repeat(64)}`
      }),
      refused(asking, 'a body that was changed on the way', (letter) => {
        letter.body = `${letter.body} `
      }),
      refused(asking, 'a signature for another path', (letter) => {
        letter.path = asking.pathOf('describe')
      }),
      refused(asking, 'a timestamp that was not signed', (letter) => {
        letter.headers['Lectern-Timestamp'] = String(nowS() - 1)
      }),
      refused(asking, 'a request id that was not signed', (letter) => {
        letter.headers['Lectern-Request-Id'] = crypto.randomUUID()
      }),
      refusedSigned(asking, 'the signature of another secret', { secret: 'x'.repeat(40) }),
      refusedSigned(asking, 'a request that is ten minutes old', { timestampS: nowS() - STALE_S }),
      refusedSigned(asking, 'a request from ten minutes ahead', { timestampS: nowS() + STALE_S }),
      replayed(asking),
      fetched(asking),
    ])
  ).flat()
}

async function everySecret(asking: Asking): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [at, secret] of asking.target.secrets.entries()) {
    const answer = await asking.ask('describe', {}, { secret })
    if (typeof answer === 'string') faults.push(`Secret ${at + 1} is not taken: ${answer}`)
  }
  return faults
}

async function refused(
  asking: Asking,
  what: string,
  spoil: (letter: Letter) => void,
): Promise<readonly string[]> {
  const letter = await standingLetter(asking)
  spoil(letter)
  return complain(what, await asking.status(letter))
}

async function refusedSigned(
  asking: Asking,
  what: string,
  signed: { readonly secret?: string; readonly timestampS?: number },
): Promise<readonly string[]> {
  return complain(what, await asking.status(await standingLetter(asking, signed)))
}

/** A refusal with another status would not tell the service that nothing was done. */
function complain(what: string, status: number): readonly string[] {
  return status === 401 ? [] : [`Answered ${what} with ${status}, not with 401`]
}

async function replayed(asking: Asking): Promise<readonly string[]> {
  const letter = await standingLetter(asking)
  const [first, second] = [await asking.status(letter), await asking.status(letter)]
  if (first !== 200) return [`Answered a question with ${first}, not with 200`]
  return second === 409
    ? []
    : [`Answered a request that was sent again with ${second}, not with 409`]
}

async function fetched(asking: Asking): Promise<readonly string[]> {
  const letter = { ...(await standingLetter(asking)), method: 'GET' }
  const status = await asking.status(letter)
  return status === 405 ? [] : [`Answered GET with ${status}, not with 405`]
}

function standingLetter(asking: Asking, signed = {}): Promise<Letter> {
  const { member: user, active } = asking.target
  return asking.letter('standing', { user, ...active }, signed)
}

function nowS(): number {
  return Math.floor(Date.now() / 1000)
}
