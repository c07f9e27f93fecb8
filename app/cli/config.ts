import { formatRows } from '../contract/text_table.ts'
import { declarationOf, SECRETS } from '../service/settings/declarations.ts'
import { type LimitRows, readLimitRows } from './_limit_rows.ts'
import { type Call, defineCommand, EXIT } from './command.ts'

/** One setting as the program uses it; the value is absent where it is unset. */
type Row = {
  readonly name: string
  readonly value: string | undefined
  readonly from: string
  readonly says: string
}

const HIDDEN = '(set, not shown)'
const UNSET = '(unset)'

export const command = defineCommand({
  usage: 'config [--json]',
  does: 'prints every setting: what is in force, where it comes from, what it is for',
  details: 'A flag wins over the environment, and the environment over the file of LECTERN_CONFIG.',
  options: { json: 'boolean' },
  takesWords: false,
  run: async ({ config, settings, flags }) => {
    const rows = listRows(settings, await readLimitRows(config))
    const texts = rows.map(({ name, value, from, says }) => [name, value || UNSET, from, says])
    console.log(flags.json === true ? JSON.stringify(rows) : formatRows(texts, 4).join('\n'))
    return EXIT.fine
  },
})

function listRows({ values, origins }: Call['settings'], limits: LimitRows): readonly Row[] {
  return [...values()].map(([name, value]) => {
    const given = origins.get(name)
    const isHidden = given !== undefined && SECRETS.has(name)
    const limit = limits.get(name)
    const shown = limit?.value ?? value
    const from = given ?? limit?.from ?? 'default'
    const says = declarationOf(name)?.says ?? ''
    return { name, value: isHidden ? HIDDEN : shown, from, says }
  })
}
