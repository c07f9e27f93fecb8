import type { ProductClient, SignedRequest } from './product_client.ts'

const STALE_S = 600

/** What is wrong with the way in which a product tells the service from everybody else. */
export async function findGuardFaults(asking: ProductClient): Promise<readonly string[]> {
  return (
    await Promise.all([
      checkEverySecret(asking),
      checkRefused(asking, 'a request without a signature', (letter) => {
        delete letter.headers['Lectern-Signature']
      }),
      checkRefused(asking, 'a signature of zeros', (letter) => {
        letter.headers['Lectern-Signature'] = `v1=${'0'.repeat(64)}`
      }),
      checkRefused(asking, 'a body that was changed on the way', (letter) => {
        letter.body = `${letter.body} `
      }),
      checkRefused(asking, 'a signature for another path', (letter) => {
        letter.path = asking.pathOf('describe')
      }),
      checkRefused(asking, 'a timestamp that was not signed', (letter) => {
        letter.headers['Lectern-Timestamp'] = String(nowS() - 1)
      }),
      checkRefused(asking, 'a request id that was not signed', (letter) => {
        letter.headers['Lectern-Request-Id'] = crypto.randomUUID()
      }),
      checkRefusedSigned(asking, 'the signature of another secret', { secret: 'x'.repeat(40) }),
      checkRefusedSigned(asking, 'a request that is ten minutes old', {
        timestampS: nowS() - STALE_S,
      }),
      checkRefusedSigned(asking, 'a request from ten minutes ahead', {
        timestampS: nowS() + STALE_S,
      }),
      checkReplay(asking),
      checkGet(asking),
    ])
  ).flat()
}

async function checkEverySecret(asking: ProductClient): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [at, secret] of asking.target.secrets.entries()) {
    const answer = await asking.ask('describe', {}, { secret })
    if (typeof answer === 'string') faults.push(`Secret ${at + 1} is not taken: ${answer}`)
  }
  return faults
}

async function checkRefused(
  asking: ProductClient,
  what: string,
  spoil: (letter: SignedRequest) => void,
): Promise<readonly string[]> {
  const letter = await signStanding(asking)
  spoil(letter)
  return complain(what, await asking.status(letter))
}

async function checkRefusedSigned(
  asking: ProductClient,
  what: string,
  signed: { readonly secret?: string; readonly timestampS?: number },
): Promise<readonly string[]> {
  return complain(what, await asking.status(await signStanding(asking, signed)))
}

/** A refusal with another status would not tell the service that nothing was done. */
function complain(what: string, status: number): readonly string[] {
  return status === 401 ? [] : [`Answered ${what} with ${status}, not with 401`]
}

async function checkReplay(asking: ProductClient): Promise<readonly string[]> {
  const letter = await signStanding(asking)
  const [first, second] = [await asking.status(letter), await asking.status(letter)]
  if (first !== 200) return [`Answered a question with ${first}, not with 200`]
  return second === 409
    ? []
    : [`Answered a request that was sent again with ${second}, not with 409`]
}

async function checkGet(asking: ProductClient): Promise<readonly string[]> {
  const letter = { ...(await signStanding(asking)), method: 'GET' }
  const status = await asking.status(letter)
  return status === 405 ? [] : [`Answered GET with ${status}, not with 405`]
}

function signStanding(asking: ProductClient, signed = {}): Promise<SignedRequest> {
  const { member: user, active } = asking.target
  return asking.sign('standing', { user, ...active }, signed)
}

function nowS(): number {
  return Math.floor(Date.now() / 1000)
}
