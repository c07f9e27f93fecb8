import { isLiteralLocalhost } from '../../contract/loopback.ts'
import { MCP_PATH } from '../../contract/protocol.ts'
import type { Registry } from '../../contract/registry.ts'
import { baseOf } from '../../docs/model/addresses.ts'
import type { Guide, Server, Step } from './guide.ts'
import { GUIDES } from './guides.ts'

type ConnectOptions = {
  readonly registry: Registry
  readonly baseUrl: string
  /** Whether the base address is this machine's own. */
  readonly loopback: boolean
  /** One of `connectHosts()`; all of them when absent. */
  readonly host: string | undefined
}

/** Names of hosts on the command line. */
export function listConnectHosts(): readonly string[] {
  return Object.keys(GUIDES)
}

/** Formats how to add the server to one host, or to all of them, as Markdown. */
export function formatConnectGuide({ registry, baseUrl, loopback, host }: ConnectOptions): string {
  const { name, title } = registry.service
  const server = { name, title, endpoint: baseOf(baseUrl) + MCP_PATH }
  const guides = Object.entries(GUIDES).filter(([word]) => host === undefined || word === host)
  const parts = guides.map(([, guide]) => formatGuide(guide, server, loopback))
  return [formatHeading(server, loopback), ...parts].join('\n\n')
}

function formatHeading({ title, endpoint }: Server, loopback: boolean): string {
  const lines = [
    `# Connect ${title}`,
    '',
    `Address: ${endpoint}`,
    'Sign-in: not needed for the documentation.',
  ]
  if (loopback)
    lines.push('', `BASE_URL is a loopback address, so ${listUnreachable()} cannot reach it.`)
  return lines.join('\n')
}

function listUnreachable(): string {
  return Object.values(GUIDES)
    .filter(({ calls }) => calls === 'data centre')
    .map(({ title }) => title)
    .join(' and ')
}

function formatGuide(guide: Guide, server: Server, loopback: boolean): string {
  const parts = [`## ${guide.title}`, ...listNotes(guide, server, loopback)]
  return [...parts, ...guide.steps(server).map(formatStep)].join('\n\n')
}

/** Why this host may not reach this address, and whether its steps are tested. */
function listNotes(
  { calls, plainHttp, proved }: Guide,
  { endpoint }: Server,
  loopback: boolean,
): readonly string[] {
  const lines: string[] = []
  const { protocol, hostname } = new URL(endpoint)
  if (loopback && calls === 'data centre') {
    lines.push('This host calls from a data centre, so it cannot reach a loopback address.')
  }
  if (protocol === 'http:' && plainHttp === 'nowhere') {
    lines.push('This host accepts https addresses only: set BASE_URL to one.')
  }
  if (
    protocol === 'http:' &&
    plainHttp === 'localhost and 127.0.0.1' &&
    !isLiteralLocalhost(hostname)
  ) {
    lines.push(`This program accepts http for ${plainHttp} only: use one of them, or https.`)
  }
  if (!proved) {
    lines.push('These steps follow the public documentation of the host; we have not tested them.')
  }
  return lines
}

function formatStep(step: Step): string {
  if ('say' in step) return step.say
  if ('run' in step) return formatFence('sh', step.run)
  return `${step.file}:\n\n${formatFence(step.language, step.text)}`
}

function formatFence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
