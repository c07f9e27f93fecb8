import { readFile } from 'node:fs/promises'
import { Value } from '@sinclair/typebox/value'
import type { EventSettings } from '../business/events/mod.ts'
import { type EventsConfig, EventsConfigSchema, keptMsOf } from '../contract/events_config.ts'
import { isLoopback } from '../contract/loopback.ts'
import { formatProblem, type Problem, problemAt, quote, sortProblems } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { findSchemaProblems } from '../text/source_text/schema_problems.ts'
import type { YamlPath, YamlSource } from '../text/source_text/yaml.ts'
import { type Cell, readColumn } from '../text/source_text/yaml_column.ts'
import { readRequiredYaml } from '../text/source_text/yaml_file.ts'
import type { Config } from './settings/config.ts'

const RESERVED = 'approvers'

/**
 * Reads the file that `EVENTS_CONFIG` names, and the files with secrets that it names, relative to
 * the folder of the process. Every problem is a line of its own. Undefined without such a file.
 */
export async function readEventsConfig({
  events: { configFile: path, smtpUrl },
  baseUrl,
}: Config): Promise<Result<EventSettings | undefined, readonly string[]>> {
  if (path === undefined) return ok(undefined)
  const fix = 'create it, or point EVENTS_CONFIG elsewhere'
  const { source, problems } = await readRequiredYaml({ path, name: path }, fix)
  if (source === undefined) return err(problems.map(formatProblem))
  const secrets = await readSecrets(source)
  const found = [
    ...problems,
    ...findSchemaProblems(EventsConfigSchema, source),
    ...checkNames(source),
    ...checkUrls(source, isLoopback(new URL(baseUrl))),
    ...secrets.problems,
    ...checkSharing(source, secrets.byFile),
    ...checkMail(source, smtpUrl),
  ]
  if (found.length > 0) return err(sortProblems(found).map(formatProblem))
  const { value } = source
  if (!Value.Check(EventsConfigSchema, value)) {
    throw new Error('Cannot read the file: it breaks its schema, and no problem was found')
  }
  return ok(toSettings(value, secrets.byFile))
}

function toSettings(
  config: EventsConfig,
  secrets: ReadonlyMap<string, readonly string[]>,
): EventSettings {
  const receive = ({ url, secret_file: file }: { readonly url: string; secret_file: string }) => ({
    url: new URL(url).href,
    secrets: secrets.get(file) ?? [],
  })
  const { webhook, mail } = config.approvers ?? {}
  return {
    endpoints: (config.endpoints ?? []).map(({ name, types, ...receiver }) => ({
      ...{ name, types },
      ...receive(receiver),
    })),
    approvers: {
      webhook: webhook === undefined ? undefined : receive(webhook),
      mail: mail && {
        from: mail.from,
        to: mail.to ?? [],
        businesses: new Map(Object.entries(mail.businesses ?? {})),
      },
    },
    keptMs: keptMsOf(config),
  }
}

const RECEIVERS: readonly YamlPath[] = [['endpoints'], ['approvers', 'webhook']]

function readReceivers(source: YamlSource, key: 'url' | 'secret_file'): readonly Cell[] {
  return RECEIVERS.flatMap((path) => readColumn(source, path, key))
}

function checkNames(source: YamlSource): readonly Problem[] {
  const names = readColumn(source, ['endpoints'], 'name')
  return names.flatMap(({ text, place }, at) => {
    const isTaken = names.findIndex((other) => other.text === text) < at
    if (!isTaken && text !== RESERVED) return []
    const what = isTaken ? 'names another endpoint' : 'names the channel of approvers'
    return [problemAt(place, `${quote(text)} ${what}`, 'choose another name')]
  })
}

/** Deliveries carry what happened: https, except to this machine while the service is on it. */
function checkUrls(source: YamlSource, isLocal: boolean): readonly Problem[] {
  return readReceivers(source, 'url').flatMap(({ text, place }) => {
    const fault = findUrlFault(text, isLocal)
    const fix = 'give an https address without a password, such as https://hooks.example.com/in'
    return fault === undefined ? [] : [problemAt(place, fault, fix)]
  })
}

function findUrlFault(text: string, isLocal: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'the address is not https'
  // The address is not quoted: it may hold a secret.
  if (`${url.username}${url.password}` !== '') return 'the address holds a user name or a password'
  if (url.hash !== '') return 'the address has a fragment'
  if (isLoopback(url)) return isLocal ? undefined : 'the address is this machine'
  return url.protocol === 'https:' ? undefined : 'the address is not https'
}

type Secrets = {
  readonly byFile: ReadonlyMap<string, readonly string[]>
  readonly problems: readonly Problem[]
}

async function readSecrets(source: YamlSource): Promise<Secrets> {
  const byFile = new Map<string, readonly string[]>()
  const problems: Problem[] = []
  for (const { text: path, place } of readReceivers(source, 'secret_file')) {
    const content = await readFile(path, 'utf8').catch(() => undefined)
    const lines = (content ?? '').split('\n').map((line) => line.trim())
    const secrets = lines.filter((line) => line !== '')
    byFile.set(path, secrets)
    if (content === undefined) {
      problems.push(problemAt(place, `${quote(path)} cannot be read`, 'write the secret there'))
    } else if (secrets.length === 0 || secrets.length > 2) {
      const what = `${quote(path)} has ${secrets.length} secrets`
      problems.push(problemAt(place, what, 'write one in a line, and during a change two'))
    }
  }
  return { byFile, problems }
}

/** No signature names its receiver: who knows a secret could send its events to the others. */
function checkSharing(
  source: YamlSource,
  byFile: ReadonlyMap<string, readonly string[]>,
): readonly Problem[] {
  const known = new Set<string>()
  return readReceivers(source, 'secret_file').flatMap(({ text: path, place }) => {
    const secrets = byFile.get(path) ?? []
    const isShared = secrets.some((secret) => known.has(secret))
    for (const secret of secrets) known.add(secret)
    if (!isShared) return []
    const what = `${quote(path)} has a secret of another receiver`
    return [problemAt(place, what, 'give each receiver a secret of its own')]
  })
}

function checkMail(source: YamlSource, smtpUrl: string | undefined): readonly Problem[] {
  const path = ['approvers', 'mail']
  if (!source.hasNode(path) || smtpUrl !== undefined) return []
  return [problemAt(source.locateKey(path), 'SMTP_URL is not set', 'set it to your mail server')]
}
