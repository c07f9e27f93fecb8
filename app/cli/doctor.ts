import { formatFindings } from '../checks/doctor/finding.ts'
import { examineAddress, examineMachine } from '../checks/doctor/mod.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage: 'doctor [URL] [--json]',
  does: 'finds what operators get wrong, and says how to fix it',
  details:
    'Without an address: this machine, with the settings of the service. With one: the running\n' +
    '  service from outside, through its proxy. Exits with 1 when there is a fault.',
  options: { json: 'boolean' },
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const [url, ...more] = words
    if (more.length > 0) return reportWrongUse('Cannot examine: give one address, or none')
    const base = url?.replace(/\/+$/, '')
    if (base !== undefined && !isOrigin(base)) {
      const fix = 'give scheme, host and port only, such as https://docs.example.com'
      return reportWrongUse(`Cannot examine "${url}": it is not an http or https origin: ${fix}`)
    }
    const findings =
      base === undefined ? await examineMachine(config) : await examineAddress(base, Date.now)
    console.log(flags.json === true ? JSON.stringify(findings) : formatFindings(findings))
    return findings.some(({ state }) => state === 'fault') ? EXIT.problems : EXIT.fine
  },
})

function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
  )
}
