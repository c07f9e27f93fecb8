import { type Fault, faultsIn } from './fault.ts'

const DISCOVERY = 'spec/descriptions/discovery_files_spec.ts'
const STDIO = 'spec/mcp/stdio_spec.ts'

/** Faults of what hosts get besides the endpoint: programs, bundles and files to find it by. */
export const HOST_FAULTS: readonly Fault[] = [
  ...faultsIn('app/mcp/_lines.ts', STDIO, [
    {
      id: 'mcp.stdio',
      find: "length > bytesMax ? 'too_long' : joinChunks(parts, length)",
      replace: 'joinChunks(parts, length)',
    },
    { id: 'mcp.stdio', find: 'add(chunk.slice(start))', replace: 'start = 0' },
    { id: 'mcp.stdio', find: 'if (rest !== undefined) yield rest', replace: 'void rest' },
  ]),
  ...faultsIn('app/mcp/stdio.ts', STDIO, [
    {
      id: 'mcp.stdio',
      find: 'if (!metadata.ok) return replyWithRefusal(metadata.error, message.id, revision)',
      replace: 'if (metadata.ok) return undefined',
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
  ...faultsIn('app/corpus_build/emit/api_catalog.ts', DISCOVERY, [
    {
      id: 'discovery.api_catalog',
      find: 'HTTP_API_PREFIX + status.path',
      replace: 'status.path',
    },
  ]),
  ...faultsIn('app/corpus_build/emit/agent_skills.ts', DISCOVERY, [
    {
      id: 'discovery.agent_skills',
      find: 'describeFile(skill).sha256',
      replace: 'describeFile({ ...skill, bytes: encodeUtf8(description) }).sha256',
    },
  ]),
  ...faultsIn('app/static_files/_headers.ts', DISCOVERY, [
    {
      id: 'discovery.api_catalog',
      find: 'if (file.path === API_CATALOG_FILE) return { link: catalogLink(snapshot) }',
      replace: '',
    },
  ]),
]
