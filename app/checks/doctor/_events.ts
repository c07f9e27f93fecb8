import { connect as connectPlain } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { EventSettings } from '../../business/events/mod.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { readEventsConfig } from '../../service/events_config.ts'
import {
  checkAddresses,
  codeOf,
  createPinnedRules,
  type PinnedRules,
} from '../../service/network/pinned_addresses.ts'
import type { Config } from '../../service/settings/config.ts'
import { type Finding, fault, fine } from './finding.ts'

const ANSWER_MS_MAX = 5000

/** Connects to each receiver and to the mail server, and sends nothing. */
export async function examineEvents(config: Config): Promise<readonly Finding[]> {
  const read = await readEventsConfig(config)
  if (!read.ok) {
    const fix = 'correct the file that EVENTS_CONFIG names; serve refuses to start with it'
    return [fault('events', read.error.join('\n'), fix)]
  }
  if (read.value === undefined) return []
  const rules = createPinnedRules({ loopback: isLoopback(new URL(config.baseUrl)) })
  const receivers = listReceivers(read.value)
  const found = receivers.map(({ name, url }) => examineReceiver(name, new URL(url), rules))
  return await Promise.all([...found, ...examineMail(config)])
}

function listReceivers({ endpoints, approvers: { webhook } }: EventSettings) {
  const own = webhook === undefined ? [] : [{ name: 'approvers', url: webhook.url }]
  return [...endpoints.map(({ name, url }) => ({ name, url })), ...own]
}

async function examineReceiver(name: string, url: URL, rules: PinnedRules): Promise<Finding> {
  const addresses = await checkAddresses(url, rules)
  const reached = addresses.ok ? await reach(url, addresses.value[0] ?? '') : addresses
  if (reached.ok) return fine('events', `${name}: ${url.host} can be reached`)
  const fix = `check the url of "${name}", its name, its certificate and its firewall`
  return fault('events', `${name}: ${url.host}: ${reached.error}`, fix)
}

/** Opens a connection as a delivery would, with the certificate checked against the name. */
async function reach(url: URL, address: string): Promise<Result<void, string>> {
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port) || (isSecure ? 443 : 80)
  return await new Promise((resolve) => {
    const socket = isSecure
      ? connectSecure({ host: address, port, servername: url.hostname })
      : connectPlain({ host: address, port })
    const finish = (result: Result<void, string>) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(ANSWER_MS_MAX, () => finish(err('it does not answer within 5 seconds')))
    socket.on(isSecure ? 'secureConnect' : 'connect', () => finish(ok(undefined)))
    socket.on('error', (error: Error) => finish(err(codeOf(error))))
  })
}

function examineMail({ events: { smtpUrl } }: Config): readonly Promise<Finding>[] {
  if (smtpUrl === undefined) return []
  const examine = async (): Promise<Finding> => {
    const { openMailServer } = await import('../../service/network/smtp.ts')
    const server = openMailServer(smtpUrl)
    const probed = await server.probe()
    server.close()
    const { host } = new URL(smtpUrl)
    if (probed.ok) return fine('mail', `${host} takes mail`)
    return fault('mail', `${host}: ${probed.error}`, 'check SMTP_URL: host, port, user, password')
  }
  return [examine()]
}
