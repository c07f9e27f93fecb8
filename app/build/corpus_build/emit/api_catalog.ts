import { A2A_PATH, AGENT_CARD_FILE } from '../../../contract/a2a.ts'
import { SERVER_CARD_FILE, SERVER_CARD_TYPE } from '../../../contract/identity.ts'
import {
  API_CATALOG_FILE,
  MCP_DISCOVERY_FILE,
  SKILLS_INDEX_FILE,
} from '../../../contract/mcp_discovery.ts'
import { HTTP_API_PREFIX } from '../../../contract/operations/mod.ts'
import { MCP_PATH } from '../../../contract/protocol.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'
import { OPENAPI_FILE } from './openapi.ts'
import { frontPathOf } from './redirects.ts'

const JSON_TYPE = 'application/json'

/**
 * `.well-known/api-catalog` (RFC 9727): every interface with what describes it, by the relations of
 * RFC 8631. Each value is a list, also of one (RFC 9264 section 4.2.3).
 */
export function emitApiCatalog(corpus: Corpus): EmittedFile {
  const { registry, baseUrl, published } = corpus
  const base = baseOf(baseUrl)
  const link = (path: string, type: string) => ({ href: `${base}/${path}`, type })
  const front = frontPathOf(corpus)
  const doc = { 'service-doc': [link(front === '' ? '' : `${encodeURI(front)}/`, 'text/html')] }
  const status = registry.operations.find(({ operation }) => operation === 'status')
  const statusLinks =
    status !== undefined && published.includes('status')
      ? { status: [{ href: base + HTTP_API_PREFIX + status.path, type: JSON_TYPE }] }
      : {}
  const httpApi = {
    anchor: base + HTTP_API_PREFIX,
    'service-desc': [link(OPENAPI_FILE, 'application/yaml')],
    ...doc,
    ...statusLinks,
  }
  const card = link(SERVER_CARD_FILE, SERVER_CARD_TYPE)
  const mcp = [link(MCP_DISCOVERY_FILE, JSON_TYPE), card]
  const interfaces = [
    ...(published.length > 0 ? [httpApi] : []),
    { anchor: base + MCP_PATH, 'service-desc': mcp, ...doc },
    { anchor: base + A2A_PATH, 'service-desc': [link(AGENT_CARD_FILE, JSON_TYPE)], ...doc },
  ]
  const catalog = {
    anchor: `${base}/${API_CATALOG_FILE}`,
    item: interfaces.map(({ anchor }) => ({ href: anchor })),
    'service-meta': [link(SKILLS_INDEX_FILE, JSON_TYPE), link('llms.txt', 'text/plain')],
  }
  return { path: API_CATALOG_FILE, bytes: encodeJson({ linkset: [catalog, ...interfaces] }) }
}
