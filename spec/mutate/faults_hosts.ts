import { type Fault, faultsIn } from './fault.ts'

const DISCOVERY = 'spec/descriptions/discovery_files_spec.ts'
const STDIO = 'spec/interfaces/mcp/stdio_spec.ts'
const CHATGPT = 'spec/interfaces/mcp/chatgpt_spec.ts'
const CHATGPT_TRANSPORT = 'spec/interfaces/mcp/chatgpt_transport_spec.ts'
const BUNDLE = 'spec/build/packager/bundle_spec.ts'

const ABOUT_LINE = '    toOneLine(`${facts}. ${description}`),\n'

/** Faults of what hosts get besides the endpoint: programs, bundles and files to find it by. */
export const HOST_FAULTS: readonly Fault[] = [
  ...faultsIn('app/interfaces/mcp/_lines.ts', STDIO, [
    {
      id: 'mcp.stdio',
      find: "length > bytesMax ? 'too_long' : joinChunks(parts, length)",
      replace: 'joinChunks(parts, length)',
    },
    { id: 'mcp.stdio', find: 'add(chunk.slice(start))', replace: 'start = 0' },
    { id: 'mcp.stdio', find: 'if (rest !== undefined) yield rest', replace: 'void rest' },
  ]),
  ...faultsIn('app/interfaces/mcp/stdio.ts', STDIO, [
    {
      id: 'mcp.stdio',
      find: 'if (refusal !== undefined) return replyWithRefusal(refusal, message.id, revision)',
      replace: 'if (refusal === undefined) return undefined',
    },
    {
      id: 'mcp.stdio',
      find: "if (message.kind === 'notification') return undefined",
      replace: "if (message.kind === 'notification') return refuseLongLine()",
    },
  ]),
  ...faultsIn('app/cli/stdio.ts', STDIO, [
    {
      id: 'mcp.stdio',
      find: "log.info('stdio_ready', {",
      replace: "console.log('stdio_ready', {",
    },
  ]),
  ...faultsIn('app/interfaces/mcp/_chatgpt.ts', CHATGPT, [
    {
      id: 'mcp.chatgpt',
      find: 'text: notice === undefined ? markdown : `> ${notice}\\n\\n${markdown}`',
      replace: 'text: markdown',
    },
    {
      id: 'mcp.chatgpt',
      find: '({ id, title, url }) => ({ id, title, url })',
      replace: '(record) => record',
    },
    {
      id: 'mcp.chatgpt',
      find: "if (!('metadataUrl' in refusal)) return err(refusal)",
      replace: "if (!('metadataUrl' in refusal) || refusal.scope !== '') return err(refusal)",
    },
    { id: 'mcp.chatgpt', find: 'scopes: [meta[META_SCOPE]]', replace: 'scopes: []' },
  ]),
  ...faultsIn(
    'app/docs/public_docs/operations/_markdown.ts',
    'spec/interfaces/mcp/foreign_text_spec.ts',
    [
      {
        id: 'mcp.result_text',
        find: "'~'.repeat(Math.max(2, ...",
        replace: "'~'.repeat(Math.min(2, ...",
      },
      {
        id: 'mcp.result_text',
        find: '[\\p{Cc}\\u2028\\u2029]',
        replace: '[\\n-\\r\\u0085\\u2028\\u2029]',
      },
      {
        id: 'mcp.result_text',
        find: `    ...renderText('notice', notice),\n${ABOUT_LINE}`,
        replace: `${ABOUT_LINE}    ...renderText('notice', notice),\n`,
      },
    ],
  ),
  ...faultsIn(
    'app/docs/public_docs/operations/capabilities.ts',
    'spec/interfaces/mcp/foreign_text_spec.ts',
    [
      {
        id: 'mcp.result_text',
        find: "...renderText('notice', notice), toOneLine(about)]",
        replace: "toOneLine(about), ...renderText('notice', notice)]",
      },
    ],
  ),
  ...faultsIn('app/interfaces/mcp/_tool.ts', 'spec/interfaces/mcp/result_text_spec.ts', [
    {
      id: 'mcp.result_text',
      find: "resultText === 'markdown' && hasStructuredContent(revision)",
      replace: "resultText === 'markdown'",
    },
  ]),
  ...faultsIn('app/checks/verifier/mcp.ts', 'spec/checks/verifier/answer_seeds_long_spec.ts', [
    {
      id: 'operator.verify',
      find: "content, parseJson(text ?? ''))",
      replace: "content, parseJson(text ?? '') ?? content)",
    },
  ]),
  ...faultsIn('app/checks/verifier/mcp.ts', 'spec/checks/verifier/markdown_seeds_spec.ts', [
    { id: 'operator.verify', find: 'wanted, readStatements(text))', replace: 'wanted, wanted)' },
  ]),
  ...faultsIn(
    'app/checks/verifier/operations/search.ts',
    'spec/checks/verifier/markdown_seeds_spec.ts',
    [
      {
        id: 'operator.verify',
        find: "listFacts(content, ['outcome', 'degraded'])",
        replace: "listFacts(content, ['degraded'])",
      },
    ],
  ),
  ...faultsIn(
    'app/checks/verifier/operations/page.ts',
    'spec/checks/verifier/markdown_seeds_spec.ts',
    [
      {
        id: 'operator.verify',
        find: "...nameText('markdown', text.markdown)",
        replace: '',
      },
    ],
  ),
  ...faultsIn('app/interfaces/mcp/plugin.ts', CHATGPT_TRANSPORT, [
    {
      id: 'mcp.chatgpt',
      find: '{ ...production, profile: CHATGPT_PROFILE }',
      replace: "{ ...production, profile: CHATGPT_PROFILE, admit: async () => 'admitted' }",
    },
    {
      id: 'mcp.chatgpt',
      find: 'ports, { ...production, profile: CHATGPT_PROFILE })',
      replace:
        "ports, { ...production, profile: CHATGPT_PROFILE, allowedOrigins: new Set(['null']) })",
    },
  ]),
  ...faultsIn('app/interfaces/mcp/_methods.ts', CHATGPT, [
    { id: 'mcp.chatgpt', find: '...metaOf(outcome.value), ', replace: '' },
  ]),
  ...faultsIn('app/build/packager/bundle.ts', BUNDLE, [
    {
      id: 'package.bundle',
      find: 'new Date(1980, 0, 1, 12)',
      replace: 'new Date(Date.UTC(1990, 0, 1, 12))',
    },
    {
      id: 'package.bundle',
      find: 'path === programPath ? PROGRAM_MODE : FILE_MODE',
      replace: 'FILE_MODE',
    },
  ]),
  ...faultsIn('app/build/transfer/local_build.ts', BUNDLE, [
    {
      id: 'package.bundle',
      find: 'if (business === undefined && example === undefined) return ok(whole)',
      replace: 'if (business !== undefined || example !== undefined) return ok(whole)',
    },
    {
      id: 'package.bundle',
      find: 'const sealed = encode(SEAL_FILE, {\n    ...seal,\n    build,',
      replace: 'const sealed = encode(SEAL_FILE, {\n    build,\n    ...seal,',
    },
  ]),
  ...faultsIn('app/build/packager/bundle.ts', BUNDLE, [
    {
      id: 'package.bundle',
      find: 'env: { DIST_DIR: `\\${__dirname}/${BUNDLE_BUILDS}` }',
      replace: 'env: {}',
    },
    { id: 'package.bundle', find: "platform === 'win32' ? '.exe' : ''", replace: "''" },
  ]),
  ...faultsIn('app/build/corpus_build/emit/api_catalog.ts', DISCOVERY, [
    {
      id: 'discovery.api_catalog',
      find: 'HTTP_API_PREFIX + status.path',
      replace: 'status.path',
    },
  ]),
  ...faultsIn('app/build/corpus_build/emit/agent_skills.ts', DISCOVERY, [
    {
      id: 'discovery.agent_skills',
      find: 'describeFile(file).sha256',
      replace: 'describeFile({ ...file, bytes: encodeUtf8(path) }).sha256',
    },
  ]),
  ...faultsIn('app/interfaces/static_files/_headers.ts', DISCOVERY, [
    {
      id: 'discovery.api_catalog',
      find: 'if (file.path === API_CATALOG_FILE) return { link: catalogLink(snapshot) }',
      replace: '',
    },
  ]),
]
