import { connect } from 'node:tls'
import { Value } from '@sinclair/typebox/value'
import { type Manifest, ManifestSchema } from '../../contract/corpus.ts'
import { registerFormats } from '../../contract/formats.ts'
import { DAY_MS, LIMITS } from '../../contract/limits.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { countOf } from '../../contract/problem.ts'
import { type Answer, describeAnswer, measureSkewMs, probe, readJson } from './_probe.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

const MANIFEST_PATH = '/docs-manifest.json'

/** Codes of connections that fail, with what an operator can do. */
const CONNECTION_FIXES: Readonly<Record<string, string>> = {
  timeout: 'open the port in the firewall, and check that the service or its proxy runs',
  ConnectionRefused: 'start the service, and check HOST and PORT, or those of the proxy',
  ECONNREFUSED: 'start the service, and check HOST and PORT, or those of the proxy',
  FailedToOpenSocket: 'check the name in DNS, and the port',
  ENOTFOUND: 'add the name to DNS',
  ConnectionClosed: 'check the log of the proxy: its upstream is not this service',
  ECONNRESET: 'check the log of the proxy: its upstream is not this service',
  CERT_HAS_EXPIRED: 'renew the certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'install a certificate that clients trust',
  SELF_SIGNED_CERT_IN_CHAIN: 'install a certificate that clients trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'install the intermediate certificates as well',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'install the intermediate certificates as well',
  ERR_TLS_CERT_ALTNAME_INVALID: 'install a certificate for this name',
}

/** The service as others reach it. */
export type ReachedService = { readonly base: string; readonly manifest: Manifest }

/** Asks for the manifest, on which every other examination stands. */
export async function reach(
  base: string,
  clock: () => number,
): Promise<{
  readonly findings: readonly Finding[]
  readonly reached: ReachedService | undefined
}> {
  const answer = await probe(base, MANIFEST_PATH)
  if (!answer.ok) {
    const fix = CONNECTION_FIXES[answer.code] ?? 'check name, port and certificate'
    const what = answer.code === 'timeout' ? 'no answer within 10 seconds' : answer.code
    return {
      findings: [fault('address', `cannot reach ${base}: ${what}`, fix)],
      reached: undefined,
    }
  }
  const target = answer.headers.get('location')
  if (answer.status >= 300 && answer.status < 400 && target !== null) {
    const to = URL.canParse(target, base) ? new URL(target, base).origin : target
    const fix = `set BASE_URL=${to}, and examine that address`
    return { findings: [fault('address', `it redirects to ${target}`, fix)], reached: undefined }
  }
  registerFormats()
  const manifest = readJson(answer)
  if (answer.status !== 200 || !Value.Check(ManifestSchema, manifest)) {
    const what = `${MANIFEST_PATH} is not a manifest: ${describeAnswer(answer)}`
    const fix = 'pass every path of this host to the service unchanged'
    return { findings: [fault('address', what, fix)], reached: undefined }
  }
  const findings = [
    fine('address', `${base} answers with build ${manifest.build}`),
    await examineTls(base, clock()),
    examineBase(base, manifest),
    examineClock(answer, clock()),
    await examineRevalidation(base, answer),
  ]
  return { findings, reached: { base, manifest } }
}

/** Every absolute link of the service begins with its base address. */
function examineBase(base: string, { base_url: own }: Manifest): Finding {
  const name = 'base address'
  if (own === base) return fine(name, `the service has this address, too`)
  const fix = `set BASE_URL=${base} and build again, or examine ${own}`
  return fault(name, `the service was built for ${own}`, fix)
}

function examineClock(answer: Answer & { readonly ok: true }, nowMs: number): Finding {
  const name = 'clock'
  const skewMs = measureSkewMs(answer.headers, nowMs)
  if (skewMs === undefined) {
    return warning(name, 'answers have no Date header', 'let the proxy pass it')
  }
  const seconds = Math.round(skewMs / 1000)
  if (skewMs <= LIMITS.clockSkewMsMax) return fine(name, `within ${seconds} s of this machine`)
  const what = `${seconds} s from this machine`
  return warning(name, what, 'synchronise both clocks (NTP); tokens and signatures depend on it')
}

/** Without it every poll of a client and a CDN costs the whole file. */
async function examineRevalidation(
  base: string,
  first: Answer & { readonly ok: true },
): Promise<Finding> {
  const name = 'revalidation'
  const etag = first.headers.get('etag')
  const fix = 'let the proxy pass ETag and If-None-Match'
  if (etag === null) return warning(name, 'the manifest has no ETag', fix)
  const again = await probe(base, MANIFEST_PATH, { headers: { 'if-none-match': etag } })
  if (again.ok && again.status === 304) return fine(name, 'an unchanged file is not sent again')
  return warning(name, `an unchanged file was answered with ${describeAnswer(again)}`, fix)
}

const NAME = 'tls'

/** Certificates are renewed before this; then something is wrong with the renewal. */
const DAYS_LEFT_MIN = 10

const ANSWER_MS_MAX = 10_000

/** Whether the way to the service is encrypted, and will be; it was reached already. */
async function examineTls(base: string, nowMs: number): Promise<Finding> {
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
