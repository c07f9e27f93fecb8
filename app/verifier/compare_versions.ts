import {
  A2A_REVISION,
  ARAZZO_REVISION,
  ASYNCAPI_REVISION,
  OPENAPI_REVISION,
} from '../contract/protocol.ts'
import type { Book, Voice } from './findings.ts'
import { at } from './json.ts'
import type { McpView } from './mcp.ts'
import type { StaticFiles } from './static_files.ts'

/** Answers that carry version and instant, by the interface that gave them. */
export type DatedVoice = readonly [where: string, answer: unknown]

/** Every carrier of a version names the same one (contract 9, rule 3); gives that version. */
export function compareVersions(
  files: StaticFiles,
  views: readonly McpView[],
  dated: readonly DatedVoice[],
  book: Book,
): unknown {
  const carriers: readonly DatedVoice[] = [
    ['docs-manifest.json', files.manifest],
    ['docs-data/pages.json', files.pagesData],
    ['docs-data/status.json', files.statusData],
    ['docs-data/changes.json', files.changesData],
    ...dated,
  ]
  const there = carriers.filter(([, answer]) => answer !== undefined)
  const generated = there.map(([where, answer]): Voice => [where, at(answer, 'generated')])
  book.agree('generated', generated)
  const version = book.agree('version', [
    ...there.map(([where, answer]): Voice => [where, at(answer, 'version')]),
    ...views.map(
      ({ revision, serverInfo }): Voice => [`MCP ${revision}`, at(serverInfo, 'version')],
    ),
    ...described(files).map(([where, document]): Voice => [where, at(document, 'info', 'version')]),
    ...cards(files).map(([where, card]): Voice => [where, at(card, 'version')]),
    ...(files.discovery === undefined
      ? []
      : [['.well-known/mcp.json', files.discovery.version] satisfies Voice]),
  ])
  compareProtocols(files, book)
  return version
}

type Named = readonly [where: string, document: unknown]

function described({ openapi, arazzo, asyncapi }: StaticFiles): readonly Named[] {
  const all: readonly Named[] = [
    ['developers/openapi.yaml', openapi],
    ['developers/workflows.arazzo.yaml', arazzo],
    ['developers/asyncapi.yaml', asyncapi],
  ]
  return all.filter(([, document]) => document !== undefined)
}

function cards({ card, legacyCard }: StaticFiles): readonly Named[] {
  const all: readonly Named[] = [
    ['.well-known/agent-card.json', card],
    ['.well-known/agent.json', legacyCard],
  ]
  return all.filter(([, document]) => document !== undefined)
}

/** Revisions of the protocols that we carry (contract 9, rule 4). */
function compareProtocols(files: StaticFiles, book: Book): void {
  const { openapi, arazzo, asyncapi } = files
  const named: readonly (readonly [...Named, member: string, revision: string])[] = [
    ['developers/openapi.yaml', openapi, 'openapi', OPENAPI_REVISION],
    ['developers/workflows.arazzo.yaml', arazzo, 'arazzo', ARAZZO_REVISION],
    ['developers/asyncapi.yaml', asyncapi, 'asyncapi', ASYNCAPI_REVISION],
  ]
  for (const [where, document, member, revision] of named) {
    if (document !== undefined) book.equal(where, member, revision, at(document, member))
  }
  for (const [where, card] of cards(files)) {
    book.equal(where, 'protocolVersion', A2A_REVISION, at(card, 'protocolVersion'))
  }
}
