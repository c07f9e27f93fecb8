import {
  A2A_MODES,
  A2A_PATH,
  A2A_WIRE_VERSION,
  AGENT_CARD_FILE,
  type AgentCard,
  LEGACY_CARD_FILE,
} from '../../../contract/a2a.ts'
import { A2A_REVISION } from '../../../contract/protocol.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'

/**
 * The agent card at its two paths, with the same bytes (contract 2 and 4.3). Card and endpoint
 * share the registry, so the card cannot name a skill that does not exist.
 */
export function emitAgentCards({ registry, baseUrl }: Corpus): readonly EmittedFile[] {
  const { service, skills } = registry
  const base = baseOf(baseUrl)
  const { name: organization, url } = service.organization
  const card: AgentCard = {
    protocolVersion: A2A_REVISION,
    name: service.title,
    description: service.description,
    version: service.version,
    supportedInterfaces: [
      { url: base + A2A_PATH, protocolBinding: 'JSONRPC', protocolVersion: A2A_WIRE_VERSION },
    ],
    provider: { organization, url },
    documentationUrl: `${base}/`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    supportsAuthenticatedExtendedCard: false,
    defaultInputModes: [...A2A_MODES],
    defaultOutputModes: [...A2A_MODES],
    skills: skills.map(({ id, name, description, tags, examples }) => {
      return { id, name, description, tags, examples }
    }),
  }
  const bytes = encodeJson(card)
  return [AGENT_CARD_FILE, LEGACY_CARD_FILE].map((path) => ({ path, bytes }))
}
