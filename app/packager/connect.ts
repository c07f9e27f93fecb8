import { isLiteralLocalhost } from '../contract/loopback.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import type { Registry } from '../contract/registry.ts'
import { baseOf } from '../corpus_build/model/addresses.ts'
import { GUIDES, type Guide, type Server, type Step } from './guides.ts'

export type ConnectOptions = {
  readonly registry: Registry
  readonly baseUrl: string
  /** Whether the base address is this machine's own. */
  readonly loopback: boolean
  /** One of `connectHosts()`; all of them when absent. */
  readonly host: string | undefined
}

/** The words by which hosts are named on the command line. */
export function listConnectHosts(): readonly string[] {
  return Object.keys(GUIDES)
}

/** Markdown that tells how to add the server to one host, or to each of them. */
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
    'Sign-in: the documentation needs none.',
  ]
  if (loopback) lines.push('', `BASE_URL is loopback, so ${listUnreachable()} cannot reach it.`)
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

/** What stands between this address and this host, and how far we know the steps. */
function listNotes(
  { calls, plainHttp, proved }: Guide,
  { endpoint }: Server,
  loopback: boolean,
): readonly string[] {
  const said: string[] = []
  const { protocol, hostname } = new URL(endpoint)
  if (loopback && calls === 'data centre') {
    said.push('This host calls from a data centre: it cannot reach a loopback address.')
  }
  if (protocol === 'http:' && plainHttp === 'nowhere') {
    said.push('This host takes https addresses only: set BASE_URL to one.')
  }
  if (
    protocol === 'http:' &&
    plainHttp === 'localhost and 127.0.0.1' &&
    !isLiteralLocalhost(hostname)
  ) {
    said.push(`This program takes http at ${plainHttp} only: use one of them, or https.`)
  }
  if (!proved) {
    said.push('These steps are those of the public documentation of the host; we have not run it.')
  }
  return said
}

function formatStep(step: Step): string {
  if ('say' in step) return step.say
  if ('run' in step) return formatFence('sh', step.run)
  return `${step.file}:\n\n${formatFence(step.language, step.text)}`
}

function formatFence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
