import {
  A2A_REVISION,
  ARAZZO_REVISION,
  ASYNCAPI_REVISION,
  OPENAPI_REVISION,
} from '../../contract/protocol.ts'
import type { Check, Claim } from './findings.ts'
import { at } from './json.ts'
import type { Reading } from './reading.ts'
import { listDocuments } from './static_files.ts'

/**
 * Every answer with a version has the same one (contract 9, rule 3); returns it. `dated` are
 * answers of the interfaces with version and instant.
 */
export function compareVersions(
  { files, views }: Reading,
  dated: readonly Claim[],
  check: Check,
): unknown {
  const lists = listDocuments(files, ['manifest', 'pagesData', 'statusData', 'changesData'])
  const carriers = [...lists, ...dated.filter(([, answer]) => answer !== undefined)]
  const cards = listDocuments(files, ['card', 'legacyCard'])
  check.agree('generated', selectMember(carriers, 'generated'))
  const version = check.agree('version', [
    ...selectMember(carriers, 'version'),
    ...views.map(({ where, serverInfo }): Claim => [where, at(serverInfo, 'version')]),
    ...selectMember(listDocuments(files, ['openapi', 'arazzo', 'asyncapi']), 'info', 'version'),
    ...selectMember([...cards, ...listDocuments(files, ['discovery'])], 'version'),
  ])
  // Revisions of the protocols (contract 9, rule 4).
  for (const [name, revision] of REVISIONS) {
    for (const [where, document] of listDocuments(files, [name])) {
      check.equal(where, name, revision, document[name])
    }
  }
  for (const [where, card] of cards) {
    check.equal(where, 'protocolVersion', A2A_REVISION, card.protocolVersion)
  }
  return version
}

function selectMember(claims: readonly Claim[], ...path: readonly string[]): readonly Claim[] {
  return claims.map(([where, value]) => [where, at(value, ...path)])
}

/** Descriptions name their format and its revision in a member. */
const REVISIONS = [
  ['openapi', OPENAPI_REVISION],
  ['arazzo', ARAZZO_REVISION],
  ['asyncapi', ASYNCAPI_REVISION],
] as const
