import { MCP_PATH } from '../../app/contract/protocol.ts'
import type { Problem } from '../_corpus.ts'
import { baseOf } from '../_emit/addresses.ts'
import { lawProblems } from '../_packages/law.ts'
import { secretIn } from '../_packages/secrets.ts'
import { problemAt, quoted } from '../_problem.ts'
import { column, valueAt } from '../_read/column.ts'
import type { YamlSource } from '../_read/yaml.ts'

/** A name that every host takes: no two dashes in a row, none at the end. */
const NAME_OF_A_PLUGIN = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Package data says no more than the server does, and holds no credential (contract 1). */
export function packagesProblems(
  source: YamlSource,
  baseUrl: string | undefined,
): readonly Problem[] {
  if (valueAt(source.value, ['packages']) === undefined) return []
  const version = valueAt(source.value, ['service', 'version'])
  const name = column(source, ['service'], 'name')[0]
  const law = {
    version: typeof version === 'string' ? version : '',
    tools: column(source, ['tools'], 'name').map(({ text }) => text),
    endpoint: baseUrl === undefined ? undefined : baseOf(baseUrl) + MCP_PATH,
  }
  const plugin =
    name === undefined || NAME_OF_A_PLUGIN.test(name.text)
      ? []
      : [
          problemAt(
            name.place,
            `${quoted(name.text)} cannot name a package`,
            'write letters and digits with single dashes between them, or remove "packages"',
          ),
        ]
  return [
    ...plugin,
    ...nameProblems(source, name?.text ?? ''),
    ...serviceSecrets(source),
    ...lawProblems(source, ['packages'], law),
  ]
}

/** A host tells a plugin by its name, so all manifests must agree on it. */
function nameProblems(source: YamlSource, name: string): readonly Problem[] {
  const hosts = valueAt(source.value, ['packages', 'hosts'])
  const names = typeof hosts === 'object' && hosts !== null ? Object.keys(hosts) : []
  return names.flatMap((host) =>
    column(source, ['packages', 'hosts', host], 'name')
      .filter(({ text }) => text !== name)
      .map(({ text, place }) =>
        problemAt(place, `the name ${quoted(text)} is not that of the service`, 'remove it'),
      ),
  )
}

/** The identity of the service goes into each manifest, so it holds no credential either. */
function serviceSecrets(source: YamlSource): readonly Problem[] {
  const texts = [
    ...column(source, ['service'], 'title'),
    ...column(source, ['service'], 'description'),
    ...column(source, ['service', 'organization'], 'name'),
    ...column(source, ['service', 'organization'], 'url'),
    ...column(source, ['service', 'contact'], 'email'),
  ]
  return texts.flatMap(({ text, path }) => {
    const secret = secretIn(text)
    if (secret === undefined) return []
    const place = source.placeOf(path, secret)
    return [problemAt(place, 'this looks like a credential', 'remove it: packages contain none')]
  })
}
