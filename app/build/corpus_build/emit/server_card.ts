import {
  CARD_CHARACTERS_MAX,
  nameServer,
  OLD_SERVER_CARD_FILE,
  SERVER_CARD_FILE,
  SERVER_CARD_SCHEMA,
  type ServerCard,
} from '../../../contract/identity.ts'
import {
  MCP_CAPABILITIES,
  MCP_PATH,
  MCP_REVISION_CURRENT,
  MCP_REVISIONS,
} from '../../../contract/protocol.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson, shorten } from '../../../text/source_text/escape.ts'

/** The server card, and the older shape of it where the registry asks for one. */
export function emitServerCards(corpus: Corpus): readonly EmittedFile[] {
  const card = { path: SERVER_CARD_FILE, bytes: encodeJson(describeServer(corpus)) }
  if (corpus.registry.old_server_card !== true) return [card]
  return [card, { path: OLD_SERVER_CARD_FILE, bytes: encodeJson(describeOldServer(corpus)) }]
}

/**
 * What the endpoint says of itself, for programs that did not call it yet. `description` is that of
 * the package, which has the same limit.
 */
export function describeServer({ registry, baseUrl }: Corpus): ServerCard {
  const { service, packages } = registry
  const base = baseOf(baseUrl)
  return {
    $schema: SERVER_CARD_SCHEMA,
    name: nameServer(registry, baseUrl),
    version: service.version,
    title: shorten(service.title, CARD_CHARACTERS_MAX),
    description: packages?.description ?? shorten(service.description, CARD_CHARACTERS_MAX),
    websiteUrl: `${base}/`,
    ...(packages?.repository === undefined ? {} : { repository: packages.repository }),
    remotes: [
      {
        type: 'streamable-http',
        url: base + MCP_PATH,
        supportedProtocolVersions: [...MCP_REVISIONS],
      },
    ],
  }
}

function describeOldServer({ registry, baseUrl }: Corpus): object {
  const { name, title, version, description } = registry.service
  return {
    protocolVersion: MCP_REVISION_CURRENT,
    serverInfo: { name, title, version },
    description,
    transport: { type: 'streamable-http', endpoint: baseOf(baseUrl) + MCP_PATH },
    capabilities: MCP_CAPABILITIES,
    tools: registry.tools.map((tool) => ({ name: tool.name, description: tool.description })),
  }
}
