import { readRegistry } from '../build/corpus_build/corpus.ts'
import { LIMIT_SETTINGS, limitsInForce } from '../contract/limits.ts'
import { formatRows } from '../contract/problem.ts'
import { openPublicDocs } from '../docs/public_docs/mod.ts'
import { createLog } from '../foundation/telemetry/log.ts'
import type { Config } from '../service/settings/config.ts'
import { declarationOf, SECRETS } from '../service/settings/declarations.ts'
import { locateCorpusFile } from '../text/source_text/source_file.ts'
import { readYamlFile } from '../text/source_text/yaml_file.ts'
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

/** By setting: what is in force, and where the registry says so; absent where a setting does. */
type LimitRows = ReadonlyMap<string, { readonly value: string; readonly from: string | undefined }>

type RegistryLimits = Parameters<typeof limitsInForce>[0]

/** Limits as the registry gives them, and where it does; unsaid, a limit is the default. */
type Source = {
  readonly limits: RegistryLimits
  readonly from: (name: string) => string | undefined
}

/**
 * The limits that a service has with these settings, by setting: the registry decides what no
 * setting does. None where there is no registry that can be used.
 */
async function readLimitRows(config: Config): Promise<LimitRows> {
  const source = (await readCorpusLimits(config)) ?? (await readBuildLimits(config))
  if (source === undefined) return new Map()
  const limits = limitsInForce(source.limits, config.limits)
  return new Map(
    LIMIT_SETTINGS.map(([name, setting]) => {
      const isGiven = config.limits[name] !== undefined
      const from = isGiven ? undefined : source.from(setting.toLowerCase())
      return [setting, { value: String(limits[name]), from }]
    }),
  )
}

async function readCorpusLimits({
  corpusDir,
  baseUrl,
  limits,
  buildStore,
}: Config): Promise<Source | undefined> {
  // Such a service builds nothing.
  if (buildStore !== undefined) return undefined
  const registry = await readRegistry({ corpusDir, baseUrl, limits })
  if (!registry.ok) return undefined
  const { source } = await readYamlFile(locateCorpusFile(corpusDir, 'registry.yaml'))
  return {
    limits: registry.value.limits,
    from: (name) => {
      if (source?.hasNode(['limits', name]) !== true) return undefined
      const { file, line } = source.locateValue(['limits', name])
      return `${file}:${line}`
    },
  }
}

/** What was built elsewhere has its registry inside. */
async function readBuildLimits({ distDir }: Config): Promise<Source | undefined> {
  const log = createLog('error', () => undefined, Date.now)
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) return undefined
  const { build, registry } = opened.value.current()
  opened.value.close()
  return { limits: registry.limits, from: () => `build ${build}` }
}
