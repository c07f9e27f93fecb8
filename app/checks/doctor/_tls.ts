import { connect } from 'node:tls'
import { DAY_MS } from '../../contract/limits.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { countOf } from '../../contract/problem.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

const NAME = 'tls'

/** Certificates are renewed before this; then something is wrong with the renewal. */
const DAYS_LEFT_MIN = 10

const ANSWER_MS_MAX = 10_000

/** Whether the way to the service is encrypted, and will be; it was reached already. */
export async function examineTls(base: string, nowMs: number): Promise<Finding> {
  const url = new URL(base)
  if (url.protocol === 'http:') {
    if (isLoopback(url)) return fine(NAME, 'plain http does not leave this machine')
    const fix = 'terminate TLS in the proxy, and set BASE_URL to the https address'
    return fault(NAME, 'anyone on the network path can read and change its answers', fix)
  }
  const endMs = await readEnd(url)
  if (endMs === undefined) return fine(NAME, 'the certificate is trusted')
  const days = Math.floor((endMs - nowMs) / DAY_MS)
  const what = `the certificate expires in ${countOf(days, 'day')}`
  if (days >= DAYS_LEFT_MIN) return fine(NAME, what)
  return warning(NAME, what, 'renew it, and check why it is not renewed automatically')
}

/** When the certificate ends, in milliseconds; undefined where nobody says. */
async function readEnd({ hostname, port }: URL): Promise<number | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return await new Promise((resolve) => {
    // Whether it is trusted was seen when the service was reached.
    const wanted = { host, port: Number(port || 443), rejectUnauthorized: false }
    const socket = connect({ ...wanted, servername: host }, () => {
      const endMs = Date.parse(socket.getPeerCertificate().valid_to)
      resolve(Number.isNaN(endMs) ? undefined : endMs)
      socket.destroy()
    })
    socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy())
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(undefined))
  })
}
