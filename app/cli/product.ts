import { parseDomainSecrets, parseDomainUrl } from '../business/tools/adapters/http_settings.ts'
import { type CheckedProduct, checkProduct, checkProductApi } from '../checks/product_check/mod.ts'
import { readTargetFile } from '../checks/product_check/target_file.ts'
import { formatVerdicts } from '../checks/product_check/verdict.ts'
import { ok } from '../contract/result.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportProblems, reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage: 'product check [URL] [--api URL] [--target FILE] [--json]',
  does: 'tries the side of your product behind private tools, and says what to fix',
  details:
    'Reads DOMAIN_SECRET, and DOMAIN_URL and DOMAIN_API_URL where no URL is given. --api is the\n' +
    '  address of your own API, whose signed calls are then checked as well. FILE names people,\n' +
    '  places and calls of a test system; without it, the checks that need them are not made.\n' +
    '  It writes a few records there. Exits with 1 when a check failed.',
  options: { api: 'string', target: 'string', json: 'boolean' },
  takesWords: true,
  readSettings: ([verb, url]) => (verb === 'check' && url !== undefined ? { DOMAIN_URL: url } : {}),
  run: async ({ config, words, flags }) => {
    const [verb, url, ...more] = words
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
    // The settings may be those of another system than the one that is named.
    const known = url === undefined ? domain.apiUrl : undefined
    const api = flags.api === undefined ? ok(known) : parseDomainUrl(flags.api)
    if (!api.ok) return reportWrongUse(api.error)
    const file = flags.target === undefined ? undefined : await readTargetFile(flags.target)
    if (file?.ok === false) {
      reportProblems(file.error)
      return EXIT.wrongUse
    }
    const product: CheckedProduct = {
      url: domain.url,
      secrets: secrets.value,
      target: file?.value,
      fetch: (url, init) => fetch(url, init),
      clock: Date.now,
    }
    const apiUrl = api.value
    const verdicts = [
      ...(await checkProduct(product)),
      ...(apiUrl === undefined ? [] : await checkProductApi({ ...product, apiUrl })),
    ]
    const text = formatVerdicts(verdicts, file !== undefined)
    console.log(flags.json === true ? JSON.stringify(verdicts) : text)
    return verdicts.some(({ state }) => state === 'failed') ? EXIT.problems : EXIT.fine
  },
})
