import { Value } from '@sinclair/typebox/value'
import {
  type Lifetimes,
  type OauthConfig,
  OauthConfigSchema,
  oauthSettings,
} from '../../../contract/oauth.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { privateUseFault, redirectUriFault } from '../../../contract/redirect_uri.ts'
import type { YamlSource } from '../../../text/source_text/yaml.ts'
import { listRows, readColumn } from '../../../text/source_text/yaml_column.ts'
import { checkUnique } from './_unique.ts'

/** Checks what no schema can express about OAuth settings, as far as each part is readable. */
export function checkOauthConfig(source: YamlSource): readonly Problem[] {
  const privateUse = readColumn(source, ['redirects', 'private_use'])
  const usable = privateUse.map(({ text }) => text)
  const { value } = source
  return [
    ...privateUse.flatMap(({ text, place }) => {
      const fault = privateUseFault(text)
      const fix = 'write the whole address, such as com.example.app:/callback'
      return fault === undefined ? [] : [problemAt(place, `${quote(text)}: ${fault}`, fix)]
    }),
    ...checkClients(source, usable),
    ...checkDocuments(source),
    ...(Value.Check(OauthConfigSchema, value) ? checkLifetimes(source, value) : []),
  ]
}

function checkClients(source: YamlSource, privateUse: readonly string[]): readonly Problem[] {
  const ids = readColumn(source, ['clients'], 'id')
  const rows = listRows(source, ['clients'])
  const redirects = rows.flatMap((row) =>
    readColumn(source, ['clients', row, 'redirect_uris']).flatMap(({ text, place }) => {
      const fault = redirectUriFault(text, privateUse)
      const fix = 'write an https address, or list it under redirects.private_use'
      return fault === undefined ? [] : [problemAt(place, `${quote(text)}: ${fault}`, fix)]
    }),
  )
  return [...checkUnique(ids, 'client'), ...redirects]
}

function checkDocuments(source: YamlSource): readonly Problem[] {
  const hosts = readColumn(source, ['documents', 'hosts'])
  const policy = source.readScalarSource(['documents', 'policy'])
  const misspelt = hosts
    .filter(({ text }) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `${quote(text)} is not a host`,
        'write only the name, in lower-case ASCII letters, such as client.example',
      ),
    )
  if (policy === 'allowlist' && hosts.length === 0) {
    const place = source.locateValue(['documents', 'policy'])
    misspelt.push(
      problemAt(place, 'the list of hosts is empty', 'add "hosts", or write "policy: off"'),
    )
  }
  if (policy !== 'allowlist' && hosts.length > 0) {
    const place = source.locateKey(['documents', 'hosts'])
    misspelt.push(
      problemAt(place, '"hosts" applies only to an allowlist', 'write "policy: allowlist"'),
    )
  }
  return misspelt
}

/** Pairs of a lifetime and a longer one that must contain it. */
const WITHIN = [
  ['access_token', 'grant'],
  ['refresh_idle', 'grant'],
  ['session_idle', 'session'],
] as const

const IN_SETTINGS: Readonly<Record<(typeof WITHIN)[number][number], keyof Lifetimes>> = {
  access_token: 'accessToken',
  refresh_idle: 'refreshIdle',
  grant: 'grant',
  session_idle: 'sessionIdle',
  session: 'session',
}

function checkLifetimes(source: YamlSource, config: OauthConfig): readonly Problem[] {
  const { lifetimes } = oauthSettings(config)
  return WITHIN.flatMap(([part, whole]) => {
    const [short, long] = [lifetimes[IN_SETTINGS[part]], lifetimes[IN_SETTINGS[whole]]]
    if (short <= long) return []
    const given = source.readScalarSource(['lifetimes', part]) === undefined ? whole : part
    const what = `${quote(part)} is ${short / 1000}, longer than ${quote(whole)}, ${long / 1000}`
    return [problemAt(source.locateKey(['lifetimes', given]), what, 'adjust one of the two')]
  })
}
