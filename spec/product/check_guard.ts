import type { ProductClient, SignedRequest } from './product_client.ts'

const STALE_S = 600

/** Lists what is wrong with how a product authenticates the service. */
export async function findGuardFaults(client: ProductClient): Promise<readonly string[]> {
  return (
    await Promise.all([
      checkEverySecret(client),
      checkRefused(client, 'a request without a signature', (request) => {
        delete request.headers['Lectern-Signature']
      }),
      checkRefused(client, 'a signature of zeros', (request) => {
        request.headers['Lectern-Signature'] = `v1=${'0'.repeat(64)}`
      }),
      checkRefused(client, 'a body that was changed on the way', (request) => {
        request.body = `${request.body} `
      }),
      checkRefused(client, 'a signature for another path', (request) => {
        request.path = client.pathOf('describe')
      }),
      checkRefused(client, 'a timestamp that was not signed', (request) => {
        request.headers['Lectern-Timestamp'] = String(nowS() - 1)
      }),
      checkRefused(client, 'a request id that was not signed', (request) => {
        request.headers['Lectern-Request-Id'] = crypto.randomUUID()
      }),
      checkRefusedSigned(client, 'the signature of another secret', { secret: 'x'.repeat(40) }),
      checkRefusedSigned(client, 'a request that is ten minutes old', {
        timestampS: nowS() - STALE_S,
      }),
      checkRefusedSigned(client, 'a request from ten minutes ahead', {
        timestampS: nowS() + STALE_S,
      }),
      checkReplay(client),
      checkGet(client),
    ])
  ).flat()
}

async function checkEverySecret(client: ProductClient): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [at, secret] of client.target.secrets.entries()) {
    const answer = await client.ask('describe', {}, { secret })
    if (typeof answer === 'string') faults.push(`Secret ${at + 1} is not accepted: ${answer}`)
  }
  return faults
}

async function checkRefused(
  client: ProductClient,
  what: string,
  spoil: (request: SignedRequest) => void,
): Promise<readonly string[]> {
  const request = await signStanding(client)
  spoil(request)
  return complain(what, await client.status(request))
}

async function checkRefusedSigned(
  client: ProductClient,
  what: string,
  signed: { readonly secret?: string; readonly timestampS?: number },
): Promise<readonly string[]> {
  return complain(what, await client.status(await signStanding(client, signed)))
}

/** Only status 401 tells the service that nothing was done. */
function complain(what: string, status: number): readonly string[] {
  return status === 401 ? [] : [`Answered ${what} with ${status}, not with 401`]
}

async function checkReplay(client: ProductClient): Promise<readonly string[]> {
  const request = await signStanding(client)
  const [first, second] = [await client.status(request), await client.status(request)]
  if (first !== 200) return [`Answered a question with ${first}, not with 200`]
  return second === 409
    ? []
    : [`Answered a request that was sent again with ${second}, not with 409`]
}

async function checkGet(client: ProductClient): Promise<readonly string[]> {
  const request = { ...(await signStanding(client)), method: 'GET' }
  const status = await client.status(request)
  return status === 405 ? [] : [`Answered GET with ${status}, not with 405`]
}

function signStanding(client: ProductClient, signed = {}): Promise<SignedRequest> {
  const { member: user, active } = client.target
  return client.sign('standing', { user, ...active }, signed)
}

function nowS(): number {
  return Math.floor(Date.now() / 1000)
}
