import { disagreementsOf, formatVerdict, toVerdictJson, verify } from '../checks/verifier/mod.ts'
import { type Call, defineCommand, EXIT } from './command.ts'

type VerifyFlags = {
  readonly all?: boolean
  readonly json?: boolean
  readonly seed?: string
  readonly 'calls-per-minute'?: string
}

export const command = defineCommand({
  usage: 'verify URL [--all] [--seed N] [--calls-per-minute N] [--json]',
  does: 'checks that all interfaces of a running service agree',
  details:
    'Needs only the address, and stays within the limits of the service.\n' +
    '  --all reads every page in full instead of 30 that --seed selects; --calls-per-minute is\n' +
    '  the limit for this client if the operator has raised it.',
  options: { json: 'boolean', all: 'boolean', seed: 'string', 'calls-per-minute': 'string' },
  takesWords: true,
  run: runVerify,
})

const SEED_DEFAULT = 1

/** The verdict goes to standard output, progress to standard error. */
async function runVerify({ words, flags }: Call<VerifyFlags>): Promise<number> {
  const [url, ...more] = words
  if (url === undefined || more.length > 0) {
    return refuse('Cannot verify: name one address, as in verify https://docs.example.com')
  }
  if (!isWebAddress(url)) {
    return refuse(
      `Cannot verify "${url}": it is not an address that begins with http:// or https://`,
    )
  }
  const seed = wholeNumber(flags.seed)
  if (seed === 'unusable')
    return refuse(`Cannot verify with --seed "${flags.seed}": it is not a number`)
  const given = wholeNumber(flags['calls-per-minute'])
  if (given === 'unusable' || given === 0) {
    const named = flags['calls-per-minute']
    return refuse(`Cannot verify with --calls-per-minute "${named}": it is not a number above 0`)
  }
  const verified = await verify({
    url,
    all: flags.all === true,
    seed: seed ?? SEED_DEFAULT,
    ...(given === undefined ? {} : { callsPerMinute: given }),
    time: { nowMs: () => performance.now(), sleep: (ms) => Bun.sleep(ms) },
    say: (line) => console.error(line),
  })
  if (!verified.ok) return refuse(verified.error)
  console.log(flags.json === true ? toVerdictJson(verified.value) : formatVerdict(verified.value))
  return disagreementsOf(verified.value).length === 0 ? EXIT.fine : EXIT.problems
}

function refuse(message: string): number {
  console.error(message)
  return EXIT.wrongUse
}

/** An address with a query or a fragment has no paths below it. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username } = new URL(text)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && search === '' && hash === '' && username === ''
}

function wholeNumber(text: string | undefined): number | undefined | 'unusable' {
  if (text === undefined) return undefined
  return /^\d{1,9}$/.test(text) ? Number(text) : 'unusable'
}
