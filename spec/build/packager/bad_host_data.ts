/** A random key; its parts are separate so that scanners do not report it. */
export const RANDOM = ['q7Rk2Vw9', 'Zp4Xn8Lc', 'Td6Bm1Hs', 'Jf3Gy5Ke'].join('')

const HEX = ['0a1b2c3d', '4e5f6071', '8293a4b5', 'c6d7e8f9'].join('')
const BASE36 = ['k3j4h5k2', 'j3h4g5f6', 'd7s8a9q1', 'w2e3r4t5'].join('')
const SECRET = 'looks like a credential'
const UNKNOWN = 'is unknown'

/** Data of hosts on one line, and what its problem says. */
export type Row = readonly [line: string, says: string]

/** The category of Cursor is one of the few free texts for a host. */
const inText = (text: string): Row => [`cursor: { category: ${JSON.stringify(text)} }`, SECRET]

export const CREDENTIALS: readonly Row[] = [
  ['gemini: { headers: { Accept: x } }', UNKNOWN],
  ['gemini: { requestHeaders: { Accept: x } }', UNKNOWN],
  ['gemini: { custom_headers: {} }', UNKNOWN],
  ['gemini: { settings: [{ name: Access, envVar: DOCS_PAT, sensitive: true }] }', UNKNOWN],
  ['claude_code: { userConfig: { pat: { description: d, sensitive: true } } }', UNKNOWN],
  ['codex: { env: { A: b } }', UNKNOWN],
  ['codex: { bearer_token_env_var: X }', UNKNOWN],
  ...['apiKey', 'auth', 'pwd', 'pat', 'pin', 'bearer', 'passphrase', 'accessKey'].map(
    (key): Row => [`cursor: { ${key}: hunter2 }`, UNKNOWN],
  ),
  ['cursor: { subscription-key: hunter2 }', UNKNOWN],
  ['cursor: { "\\uff48eaders": { X-Key: k } }', UNKNOWN],
  [`cursor: { ghp_${RANDOM}: x }`, SECRET],
  ['cursor: { logo: "https://me:pw@x.example/a" }', SECRET],
  ...['token', 'client_secret', 'auth', 'sig'].map(
    (key): Row => [`cursor: { logo: "https://x.example/?v=1&${key}=abc" }`, SECRET],
  ),
  ['cursor: { logo: "https://x.example/#access_token=abc123def" }', SECRET],
  [`cursor: { logo: "https://hooks.x.example/services/T00000000/B00000000/abcdefgh" }`, SECRET],
  inText('Bearer abc123def456'),
  inText('Authorization: Bearer abcdefghijklmnopqrst'),
  inText('token: abc123def456ghi'),
  inText('client_secret=abc123def456ghi'),
  inText('MY_API_KEY=abc123def456ghi'),
  inText('password: hunter22'),
  inText('${DOCS_API_KEY}'),
  inText('${env:DOCS_PAT}'),
  inText('-----BEGIN PRIVATE KEY-----'),
  inText(`sk-${RANDOM}`),
  inText(`gh\u200bp_${RANDOM.slice(0, 16)}\u200b${RANDOM.slice(16)}`),
  inText(`eyJhbGciOiJI.${RANDOM}`),
  inText(RANDOM),
  inText(`${RANDOM.slice(0, 16)}/${RANDOM.slice(16)}`),
  inText(HEX),
  inText(BASE36),
  inText('9f8e7d6c-5b4a-4321-8fed-cba987654321'),
  inText(btoa('user:hunter2')),
]

export const POWERS: readonly Row[] = [
  ...[
    'codex: { version: 0.0.9 }',
    'codex: { interface: { Version: 0.0.9 } }',
    'codex: { serverVersion: 0.0.9, versions: [0.0.9] }',
    'codex: { mcpServers: { other: { url: "https://evil.example/mcp" } } }',
    'codex: { mcp_servers: { evil: { url: "https://evil.example/mcp" } } }',
    'codex: { McpServers: { evil: { url: "https://evil.example/mcp" } } }',
    'codex: { mcp: { url: "https://evil.example/mcp" } }',
    'codex: { server: "https://evil.example/mcp" }',
    'codex: { url: "https://evil.example/mcp" }',
    'codex: { mcpServers: ./x.json }',
    'registry: { remotes: [] }',
    'registry: { remotes: [{ type: sse, url: "https://docs.example/mcp" }] }',
    'gemini: { mcpServers: { other: { httpUrl: "https://docs.example/mcp" } } }',
    'gemini: { timeout: 5 }',
    'gemini: { toolNames: [drop_tables] }',
    'gemini: { coreTools: [x], functions: [{ name: drop_tables }] }',
    'claude_code: { allowed-tools: [drop_tables], mcpTools: [drop] }',
    'codex: { enabled_tools: ["*"] }',
    'registry: { _meta: { tools: [{ name: drop_tables }] } }',
    'codex: { scopes: [mcp:business:admin] }',
    'codex: { oauth: { requestedScopes: [admin] } }',
    'gemini: { trust: true }',
    'codex: { autoApprove: [read_page] }',
    'codex: { autoRun: true, yolo: true, alwaysAllowed: [read_page] }',
    'codex: { autoAccept: true, skipPermissions: true, allow: ["*"] }',
    'codex: { policy: { authentication: NONE } }',
    'cursor: { command: sh }',
    'cursor: { hooks: ./h.json }',
    'claude_code: { commands: ["./commands/x.md"], agents: ./agents }',
    'codex: { skills: ./skills/, apps: ./.app.json }',
    'gemini: { contextFileName: GEMINI.md }',
    'cursor: { name: other }',
    'cursor: { name: null }',
    'curser: { logo: "https://docs.example/a" }',
  ].map((line): Row => [line, UNKNOWN]),
  ['gemini: { includeTools: [read_page, drop_tables] }', 'publishes no tool "drop_tables"'],
  ['gemini: { excludeTools: [drop_tables] }', 'publishes no tool "drop_tables"'],
  ['codex: { interface: { toolNames: [a] } }', UNKNOWN],
]

export const BROKEN: readonly Row[] = [
  ['gemini: { mcpServers: null }', UNKNOWN],
  [`registry: { description: "${'x'.repeat(400)}" }`, UNKNOWN],
  ['registry: { $schema: "https://evil.example/x.json" }', UNKNOWN],
  ['registry: { icons: [{ src: "http://x" }] }', '"src" is "http://x"'],
  ['registry: { icons: [] }', '"icons" has 0 entries'],
  ['cursor: { category: .nan }', '"category" is the number'],
  ['cursor: { keywords: null }', '"keywords" is empty'],
  ['cursor: { keywords: [a, a] }', '"keywords" is a list'],
  ['cursor: { logo: ./logo.svg }', '"logo" is "./logo.svg"'],
  ['codex: { interface: { brandColor: red } }', '"brandColor" is "red"'],
  ['codex: null', '"codex" is empty'],
]

/** A text of the registry, what it becomes, and what its problem says. */
export const BROKEN_IDENTITY: readonly (readonly [from: string, to: string, says: string])[] = [
  ['  keywords: [documentation,', '  keywords: [search,', '"keywords" is a list'],
  ['\npackages:\n', '\npackages:\n  repository: { url: "https://", source: z }\n', '"url" is'],
  ['name: org.example/lectern', 'name: "-./-"', '"name" is "-./-"'],
  ['name: org.example/lectern', 'name: "a../_"', '"name" is "a../_"'],
  ['category: Productivity', 'category: " "', '"category" is " "'],
  ['version: 0.1.0', 'version: 0.1.0-..', 'cannot be the version of a package'],
  ['version: 0.1.0', 'version: 00.01.0', 'cannot be the version of a package'],
  ['version: 0.1.0', `version: 0.1.0-${RANDOM}`, 'cannot be the version of a package'],
  [
    '    name: The Lectern authors\n  contact:',
    '    name: The Lectern authors\n    url: "https://docs.example/{a}"\n  contact:',
    '"plugin.json" would be invalid',
  ],
  ['title: Read a page', `title: ghp_${RANDOM}`, SECRET],
  ['title: Lectern\n', 'title: "Lec\\etern"\n', '"title" is "Lec'],
  ['title: Lectern\n', 'title: "Lec\\u2028tern"\n', '"title" is "Lec'],
  ['title: Lectern\n', 'title: "Lec\\atern"\n', '"title" is "Lec'],
  ['title: Lectern\n', 'title: "Lec\\rtern"\n', '"title" is "Lec'],
]
