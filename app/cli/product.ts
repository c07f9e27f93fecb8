import { parseDomainSecrets } from '../business/adapters/http_settings.ts'
import { checkProduct } from '../product_check/mod.ts'
import { readTargetFile } from '../product_check/target_file.ts'
import { formatVerdicts } from '../product_check/verdict.ts'
import { reportProblems, reportWrongUse } from './_report.ts'
import { defineCommand, EXIT } from './command.ts'

export const command = defineCommand({
  usage: 'product check [URL] [--target FILE] [--json]',
  does: 'tries the side of your product behind private tools, and says what to fix',
  details:
    'Reads DOMAIN_SECRET, and DOMAIN_URL where no address is given. FILE names people, places\n' +
    '  and calls of a test system; without it, the checks that need them are not made. It\n' +
    '  writes a few records there. Exits with 1 when a check failed.',
  options: { target: 'string', json: 'boolean' },
  takesWords: true,
  readSettings: ([verb, url]) => (verb === 'check' && url !== undefined ? { DOMAIN_URL: url } : {}),
  run: async ({ config, words, flags }) => {
    const [verb, , ...more] = words
    if (verb !== 'check' || more.length > 0) {
      return reportWrongUse(
        `Cannot run "product ${words.join(' ')}": write product check, and one URL or none`,
      )
    }
    const { domain } = config.business
    if (domain === undefined) {
      return reportWrongUse('Cannot check the product: give its URL, and set DOMAIN_SECRET')
    }
    const secrets = parseDomainSecrets(domain.secret)
    if (!secrets.ok) return reportWrongUse(secrets.error)
    const file = flags.target === undefined ? undefined : await readTargetFile(flags.target)
    if (file?.ok === false) {
      reportProblems(file.error)
      return EXIT.wrongUse
    }
    const verdicts = await checkProduct({
      url: domain.url,
      secrets: secrets.value,
      target: file?.value,
      fetch: (url, init) => fetch(url, init),
      clock: Date.now,
    })
    const text = formatVerdicts(verdicts, file !== undefined)
    console.log(flags.json === true ? JSON.stringify(verdicts) : text)
    return verdicts.some(({ state }) => state === 'failed') ? EXIT.problems : EXIT.fine
  },
})
