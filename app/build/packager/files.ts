import { compare } from '../../contract/problem.ts'
import type { EmittedFile } from '../../foundation/files/folder_writer.ts'
import { encodeUtf8 } from '../../text/source_text/escape.ts'
import type { Brand, Members } from './brand.ts'
import {
  makeAgentPlugin,
  makeAgentPluginServers,
  makeClaudeCodeMarketplace,
  makeClaudeCodePlugin,
  makeCodexMarketplace,
  makeCodexPlugin,
  makeCopilotPlugin,
  makeCursorPlugin,
  makeGeminiExtension,
  makeMcpServers,
  makeRegistryEntry,
  makeVscodeServers,
} from './manifests.ts'
import { formatReadme } from './readme.ts'

const MANIFESTS: Readonly<Record<string, (brand: Brand) => Members>> = {
  'server.json': makeRegistryEntry,
  'plugin.json': makeAgentPlugin,
  'mcp.json': makeAgentPluginServers,
  '.claude-plugin/plugin.json': makeClaudeCodePlugin,
  '.claude-plugin/marketplace.json': makeClaudeCodeMarketplace,
  '.mcp.json': (brand) => makeMcpServers(brand, 'http'),
  '.codex-plugin/plugin.json': makeCodexPlugin,
  '.agents/plugins/marketplace.json': makeCodexMarketplace,
  '.github/plugin/plugin.json': makeCopilotPlugin,
  '.vscode/mcp.json': makeVscodeServers,
  '.cursor-plugin/plugin.json': makeCursorPlugin,
  'gemini-extension.json': makeGeminiExtension,
}

const README = 'README.md'

/** Paths of all files of a package; a folder with other files is not one of ours. */
export const PACKAGE_PATHS: ReadonlySet<string> = new Set([...Object.keys(MANIFESTS), README])

/** Makes the files of a package, sorted by path. One folder, or repository, serves all hosts. */
export function makePackageFiles(brand: Brand): readonly EmittedFile[] {
  const manifests = Object.entries(MANIFESTS).map(([path, members]) => ({
    path,
    bytes: encodeUtf8(`${JSON.stringify(members(brand), null, 2)}\n`),
  }))
  const files = [...manifests, { path: README, bytes: encodeUtf8(formatReadme(brand)) }]
  return files.sort((one, other) => compare(one.path, other.path))
}
