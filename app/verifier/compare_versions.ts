import {
  A2A_REVISION,
  ARAZZO_REVISION,
  ASYNCAPI_REVISION,
  OPENAPI_REVISION,
} from '../contract/protocol.ts'
import type { Check, Claim } from './findings.ts'
import { at } from './json.ts'
import type { McpView } from './mcp.ts'
import type { StaticFiles } from './static_files.ts'

/** An answer with version and instant, and the interface that gave it. */
export type DatedClaim = readonly [where: string, answer: unknown]

/** Every answer with a version has the same one (contract 9, rule 3); returns it. */
export function compareVersions(
  files: StaticFiles,
  views: readonly McpView[],
  dated: readonly DatedClaim[],
  check: Check,
): unknown {
  const carriers: readonly DatedClaim[] = [
    ['docs-manifest.json', files.manifest],
    ['docs-data/pages.json', files.pagesData],
    ['docs-data/status.json', files.statusData],
    ['docs-data/changes.json', files.changesData],
    ...dated,
  ]
  const there = carriers.filter(([, answer]) => answer !== undefined)
  const generated = there.map(([where, answer]): Claim => [where, at(answer, 'generated')])
  check.agree('generated', generated)
  const version = check.agree('version', [
    ...there.map(([where, answer]): Claim => [where, at(answer, 'version')]),
    ...views.map(
      ({ revision, serverInfo }): Claim => [`MCP ${revision}`, at(serverInfo, 'version')],
    ),
    ...listDescriptions(files).map(
      ([where, document]): Claim => [where, at(document, 'info', 'version')],
    ),
    ...listCards(files).map(([where, card]): Claim => [where, at(card, 'version')]),
    ...(files.discovery === undefined
      ? []
      : [['.well-known/mcp.json', files.discovery.version] satisfies Claim]),
  ])
  compareProtocols(files, check)
  return version
}

type NamedDocument = readonly [where: string, document: unknown]

function listDescriptions({ openapi, arazzo, asyncapi }: StaticFiles): readonly NamedDocument[] {
  const all: readonly NamedDocument[] = [
    ['developers/openapi.yaml', openapi],
    ['developers/workflows.arazzo.yaml', arazzo],
    ['developers/asyncapi.yaml', asyncapi],
  ]
  return all.filter(([, document]) => document !== undefined)
}

function listCards({ card, legacyCard }: StaticFiles): readonly NamedDocument[] {
  const all: readonly NamedDocument[] = [
    ['.well-known/agent-card.json', card],
    ['.well-known/agent.json', legacyCard],
  ]
  return all.filter(([, document]) => document !== undefined)
}

/** Protocol revisions (contract 9, rule 4). */
function compareProtocols(files: StaticFiles, check: Check): void {
  const { openapi, arazzo, asyncapi } = files
  const named: readonly (readonly [...NamedDocument, member: string, revision: string])[] = [
    ['developers/openapi.yaml', openapi, 'openapi', OPENAPI_REVISION],
    ['developers/workflows.arazzo.yaml', arazzo, 'arazzo', ARAZZO_REVISION],
    ['developers/asyncapi.yaml', asyncapi, 'asyncapi', ASYNCAPI_REVISION],
  ]
  for (const [where, document, member, revision] of named) {
    if (document !== undefined) check.equal(where, member, revision, at(document, member))
  }
  for (const [where, card] of listCards(files)) {
    check.equal(where, 'protocolVersion', A2A_REVISION, at(card, 'protocolVersion'))
  }
}
