import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { adminUrl } from '../service/settings/config.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

/** A supervisor asks every few seconds, and takes no answer for a bad one. */
const ANSWER_MS_MAX = 2000
const CHARACTERS_MAX = 2000

export const command = defineCommand({
  usage: 'health [URL]',
  does: 'asks a running service once whether it is ready',
  details:
    'Reads ADMIN_HOST and ADMIN_PORT, or takes the address of the admin port. Exits with 0 when\n' +
    '  the service is ready, and with 1 when it is not or does not answer within 2 seconds.',
  options: {},
  takesWords: true,
  run: runHealth,
})

async function runHealth({ config, words }: Call): Promise<number> {
  const [given, ...more] = words
  if (more.length > 0) return reportWrongUse('Cannot ask: give one address, or none')
  const base = given ?? adminUrl(config)
  if (base === undefined) {
    const fix = 'set it as for the service, or give an address such as http://127.0.0.1:8081'
    return reportWrongUse(`Cannot ask: ADMIN_PORT is not set: ${fix}`)
  }
  const url = readinessUrl(base)
  if (url === undefined) {
    const fix = 'give an address such as http://127.0.0.1:8081'
    return reportWrongUse(`Cannot ask "${base}": it is not an http or https address: ${fix}`)
  }
  const answer = await ask(url)
  if (answer.isReady) console.log(answer.text)
  else console.error(`Cannot find "${url}" ready: ${answer.text}`)
  return answer.isReady ? EXIT.fine : EXIT.problems
}

/** The address itself where it has a path, else its readiness check. */
function readinessUrl(base: string): string | undefined {
  if (!URL.canParse(base)) return undefined
  const url = new URL(base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.pathname === '/') url.pathname = '/readyz'
  return url.href
}

type Health = { readonly isReady: boolean; readonly text: string }

/** Asked without the proxy of the environment, which would be asked for addresses of its own. */
async function ask(url: string): Promise<Health> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const get = url.startsWith('https:') ? getSecure : getPlain
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent: false, signal }, resolve).on('error', reject)
    })
    const text = await readText(answer)
    if (answer.statusCode === 200) return { isReady: true, text }
    return { isReady: false, text: `it answered ${answer.statusCode}: ${text}` }
  } catch {
    const text = signal.aborted ? 'it does not answer within 2 seconds' : 'nothing answers'
    return { isReady: false, text }
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) {
    text += String(chunk)
    if (text.length > CHARACTERS_MAX) break
  }
  return text.slice(0, CHARACTERS_MAX).trim()
}
