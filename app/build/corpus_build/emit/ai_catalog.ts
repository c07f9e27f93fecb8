import { AGENT_CARD_FILE } from '../../../contract/a2a.ts'
import {
  AGENT_CARD_TYPE,
  AI_CATALOG_FILE,
  AI_CATALOG_VERSION,
  type AiCatalog,
  ARD_FILE,
  type CatalogEntry,
  publisherOf,
  QUERIES,
  SERVER_CARD_FILE,
  SERVER_CARD_TYPE,
} from '../../../contract/identity.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'
import { describeServer } from './server_card.ts'

/**
 * The catalog of what answers here, at both of its paths with the same bytes: the MCP server and
 * the A2A agent. Validators know no type for a list of skills, so the API catalog has that.
 */
export function emitAiCatalogs(corpus: Corpus): readonly EmittedFile[] {
  const { service, skills } = corpus.registry
  const base = baseOf(corpus.baseUrl)
  const questions = skills.map(({ examples }) => examples)
  const entry = (
    protocol: 'mcp' | 'a2a',
    about: Pick<CatalogEntry, 'type' | 'url' | 'description'>,
    queries: readonly (string | undefined)[],
  ): CatalogEntry => ({
    identifier: `urn:air:${publisherOf(base)}:${protocol}:${service.name}`,
    displayName: `${service.title} (${protocol.toUpperCase()})`,
    ...about,
    version: service.version,
    ...chooseQueries(queries),
  })
  const mcp = {
    type: SERVER_CARD_TYPE,
    url: `${base}/${SERVER_CARD_FILE}`,
    description: describeServer(corpus).description,
  }
  const a2a = {
    type: AGENT_CARD_TYPE,
    url: `${base}/${AGENT_CARD_FILE}`,
    description: service.description,
  }
  const catalog: AiCatalog = {
    specVersion: AI_CATALOG_VERSION,
    host: { displayName: service.title, documentationUrl: `${base}/` },
    entries: [
      entry(
        'mcp',
        mcp,
        questions.map(([first]) => first),
      ),
      entry(
        'a2a',
        a2a,
        questions.map((examples) => examples.at(-1)),
      ),
    ],
  }
  const bytes = encodeJson(catalog)
  return [AI_CATALOG_FILE, ARD_FILE].map((path) => ({ path, bytes }))
}

/** Questions that the agent answers; fewer than a catalog wants are none. */
function chooseQueries(
  queries: readonly (string | undefined)[],
): Pick<CatalogEntry, 'representativeQueries'> {
  const chosen = [...new Set(queries.filter((each) => each !== undefined))].slice(0, QUERIES.max)
  return chosen.length < QUERIES.min ? {} : { representativeQueries: chosen }
}
