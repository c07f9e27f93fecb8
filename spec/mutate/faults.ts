import { type Fault, faultsIn } from './fault.ts'
import { A2A_FAULTS } from './faults_a2a.ts'
import { BUSINESS_FAULTS } from './faults_business.ts'
import { CONTENT_FAULTS } from './faults_content.ts'
import { DEV_FAULTS } from './faults_dev.ts'
import { EVENT_FAULTS } from './faults_events.ts'
import { FIDELITY_FAULTS } from './faults_fidelity.ts'
import { GRANTS_FAULTS } from './faults_grants.ts'
import { HOST_FAULTS } from './faults_hosts.ts'
import { IMPORTER_FAULTS } from './faults_importers.ts'
import { LOOSE_MARKUP_FAULTS } from './faults_loose_markup.ts'
import { OAUTH_FAULTS } from './faults_oauth.ts'
import { OBJECT_FAULTS } from './faults_objects.ts'
import { OBSERVATION_FAULTS } from './faults_observation.ts'
import { ONE_CALL_FAULTS } from './faults_one_call.ts'
import { PRODUCT_FAULTS } from './faults_product.ts'
import { RELOAD_FAULTS } from './faults_reload.ts'
import { REPLICA_FAULTS } from './faults_replicas.ts'
import { SEARCH_FAULTS } from './faults_search.ts'
import { SITE_FAULTS } from './faults_site.ts'
import { STORE_FAULTS } from './faults_store.ts'
import { TOOL_IMPORT_FAULTS } from './faults_tool_import.ts'

const MCP_MESSAGE = 'spec/interfaces/mcp/message_spec.ts'
const MCP_REVISION = 'spec/interfaces/mcp/revision_spec.ts'
const MCP_TRANSPORT = 'spec/interfaces/mcp/transport_spec.ts'

/** Every fault to seed, each watched by one spec. */
export const FAULTS: readonly Fault[] = [
  ...GRANTS_FAULTS,
  ...BUSINESS_FAULTS,
  ...PRODUCT_FAULTS,
  ...OAUTH_FAULTS,
  ...OBSERVATION_FAULTS,
  ...SEARCH_FAULTS,
  ...STORE_FAULTS,
  ...TOOL_IMPORT_FAULTS,
  ...A2A_FAULTS,
  ...SITE_FAULTS,
  ...CONTENT_FAULTS,
  ...DEV_FAULTS,
  ...EVENT_FAULTS,
  ...ONE_CALL_FAULTS,
  ...RELOAD_FAULTS,
  ...OBJECT_FAULTS,
  ...REPLICA_FAULTS,
  ...FIDELITY_FAULTS,
  ...IMPORTER_FAULTS,
  ...LOOSE_MARKUP_FAULTS,
  ...HOST_FAULTS,
  ...faultsIn('app/contract/limits.ts', MCP_MESSAGE, [
    { id: 'limits.mcp_body', find: '256 * KIB', replace: '256 * KIB - 1' },
    {
      id: 'limits.mcp_calls',
      find: 'mcpCallsPerMinute: 120',
      replace: 'mcpCallsPerMinute: 121',
      spec: 'spec/interfaces/mcp/clients_spec.ts',
    },
    {
      id: 'limits.mcp_calls',
      find: 'countedMs: 60 * SECOND_MS',
      replace: 'countedMs: 90 * SECOND_MS',
      spec: MCP_TRANSPORT,
    },
  ]),
  ...faultsIn('app/foundation/limits/body_limit.ts', MCP_MESSAGE, [
    { id: 'mcp.request_body', find: 'if (total > bytesMax) {', replace: 'if (false) {' },
  ]),
  ...faultsIn('app/foundation/limits/_call_times.ts', MCP_TRANSPORT, [
    {
      id: 'errors.mcp_429',
      find: 'this.#count >= callsMax',
      replace: 'this.#count > callsMax',
    },
  ]),
  ...faultsIn('app/foundation/limits/client_address.ts', 'spec/cli/settings_spec.ts', [
    {
      id: 'settings.proxies',
      find: "headers.get('x-forwarded-for')",
      replace: "headers.get('x-real-ip')",
    },
  ]),
  ...faultsIn('app/interfaces/mcp/endpoint.ts', MCP_TRANSPORT, [
    {
      id: 'mcp.origin_refused',
      find: 'origin === null || context.allowedOrigins.has(origin)',
      replace: 'origin === null || origin.length > 0',
    },
  ]),
  ...faultsIn('app/foundation/limits/call_head.ts', MCP_MESSAGE, [
    {
      id: 'mcp.content_type',
      find: "return mediaType === 'application/json'",
      replace: "return mediaType.includes('json')",
    },
  ]),
  ...faultsIn('app/interfaces/mcp/endpoint.ts', MCP_MESSAGE, [
    {
      id: 'mcp.notification_202',
      find: "if (message.kind === 'notification') return",
      replace: "if (message.kind === 'notification' && message.method === '') return",
    },
  ]),
  ...faultsIn('app/interfaces/mcp/_revision.ts', MCP_REVISION, [
    {
      id: 'mcp.header_mismatch',
      find: 'inHeader !== undefined && inBody !== inHeader',
      replace: 'inHeader === undefined && inBody !== inHeader',
    },
    {
      id: 'mcp.unknown_version',
      find: 'if (!isMcpRevision(named)) return err(',
      replace: "if (named === '') return err(",
    },
    {
      id: 'mcp.meta_protocol_version',
      find: 'if (meta[META_PROTOCOL_VERSION] === undefined) {',
      replace: "if (meta[META_PROTOCOL_VERSION] === '') {",
    },
  ]),
  ...faultsIn('app/interfaces/mcp/_headers.ts', MCP_REVISION, [
    {
      id: 'mcp.mirrored_headers',
      find: "presence === 'required') return refuseAbsent('Mcp-Method')",
      replace: "presence === 'required' && !headers) return refuseAbsent('Mcp-Method')",
    },
    {
      id: 'mcp.header_mismatch',
      find: 'if (decoded === named) return undefined',
      replace: 'if (decoded !== undefined) return undefined',
    },
  ]),
  ...faultsIn('app/contract/protocol.ts', 'spec/interfaces/mcp/mcp_spec.ts', [
    { id: 'mcp.capabilities', find: 'tools: { listChanged: false }', replace: 'tools: {}' },
  ]),
  ...faultsIn('app/interfaces/mcp/_methods.ts', 'spec/interfaces/mcp/mcp_spec.ts', [
    {
      id: 'version.mcp_server_info',
      find: 'version: snapshot.status().version',
      replace: "version: '0.1.0'",
      spec: MCP_REVISION,
    },
  ]),
  ...faultsIn('app/contract/tool_cards.ts', 'spec/interfaces/mcp/tools_spec.ts', [
    {
      id: 'mcp.public_annotations',
      find: 'idempotentHint: true',
      replace: 'idempotentHint: false',
    },
  ]),
  ...faultsIn('app/contract/protocol.ts', MCP_REVISION, [
    { id: 'mcp.accepted_revisions', find: "'2025-06-18', ", replace: '' },
  ]),
  ...faultsIn(
    'app/interfaces/http_api/_parameters.ts',
    'spec/interfaces/http_api/http_api_spec.ts',
    [
      {
        id: 'http.limit_refused',
        find: "if (more.length > 0) return err('it is repeated')",
        replace: '',
      },
      {
        id: 'http.limit_refused',
        find: 'return value >= minimum && value <= maximum ? value : undefined',
        replace: 'return Math.min(value, maximum)',
      },
    ],
  ),
  ...faultsIn(
    'app/interfaces/http_api/endpoint.ts',
    'spec/interfaces/http_api/http_exchange_spec.ts',
    [
      {
        id: 'open.error_codes',
        find: 'code: codes.get(reason) ?? reason, message',
        replace: 'code: reason, message',
        spec: 'spec/surfaces/registry_rename_spec.ts',
      },
      {
        id: 'http.methods',
        find: "...(reason === 'method_not_allowed' ? { allow: HTTP_API_ALLOW } : {}),",
        replace: '',
      },
    ],
  ),
  ...faultsIn(
    'app/interfaces/http_api/_forms.ts',
    'spec/interfaces/http_api/http_exchange_spec.ts',
    [
      {
        id: 'http.conditional',
        find: 'ifNoneMatch !== null && namesEntityTag(ifNoneMatch, form.etag)',
        replace: "ifNoneMatch === 'never'",
      },
    ],
  ),
  ...faultsIn(
    'app/interfaces/http_api/endpoint.ts',
    'spec/interfaces/http_api/http_exchange_spec.ts',
    [
      {
        id: 'limits.no_headers',
        find: "const message = 'Cannot answer now: too many calls from this address in a minute'",
        replace:
          "const response = new Response('', { status: 429, headers: { 'retry-after': '60' } })\n" +
          "    if (response.status > 0) return { response, outcome: 'refused' }\n" +
          "      const message = ''",
      },
    ],
  ),
  ...faultsIn('app/interfaces/http_api/_routes.ts', 'spec/surfaces/routes_spec.ts', [
    { id: 'rule.two_keys', find: 'if (!published.has(operation)) continue', replace: '' },
  ]),
  ...faultsIn('app/contract/http_headers.ts', 'spec/interfaces/http_api/http_exchange_spec.ts', [
    {
      id: 'http.cors',
      find: "'access-control-allow-origin': '*'",
      replace: "'access-control-allow-origin': 'null'",
    },
  ]),
  ...faultsIn(
    'app/interfaces/static_files/endpoint.ts',
    'spec/interfaces/static_files/static_spec.ts',
    [
      {
        id: 'static.methods',
        find: "if (request.method !== 'GET' && request.method !== 'HEAD') {",
        replace: "if (request.method === 'PUT') {",
      },
      {
        id: 'static.page_links',
        find: 'prefersMarkdown(accept) ? target.twin : target.html',
        replace: 'prefersMarkdown(accept) ? target.html : target.html',
      },
    ],
  ),
  ...faultsIn(
    'app/interfaces/static_files/_paths.ts',
    'spec/interfaces/static_files/static_spec.ts',
    [
      {
        id: 'pages.url_form',
        find: "return file === undefined ? movedTo(`${path}/`, snapshot) : { kind: 'file', file }",
        replace: "return file === undefined ? ABSENT : { kind: 'file', file }",
      },
    ],
  ),
  ...faultsIn('app/service/service.ts', 'spec/surfaces/routes_spec.ts', [
    {
      id: 'routes.committed_list',
      find: '  for (const path of CLOSED) app.all(',
      replace:
        "  app.post('/api/public/docs/pages', () => 'written')\n" +
        '  for (const path of CLOSED) app.all(',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_snapshot.ts', 'spec/surfaces/parity_spec.ts', [
    {
      id: 'rule.parity',
      find: 'return ok({ record, markdown: new TextDecoder().decode(body), headings: known })',
      replace:
        "return ok({ record: { ...record, status: 'available' }, " +
        'markdown: new TextDecoder().decode(body), headings: known })',
    },
    {
      id: 'http.pages_list',
      find: 'records.withId(after) + 1',
      replace: 'records.withId(after)',
      spec: 'spec/interfaces/http_api/http_api_spec.ts',
    },
  ]),
]
