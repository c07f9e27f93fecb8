import { compare } from '../contract/problem.ts'
import type { EmittedFile } from '../files/folder_writer.ts'
import { encodeUtf8 } from '../source_text/escape.ts'
import type { Brand, Members } from './brand.ts'
import {
  agentPlugin,
  agentPluginServers,
  claudeCode,
  claudeCodeMarketplace,
  codex,
  codexMarketplace,
  copilot,
  cursor,
  gemini,
  mcpServers,
  registryEntry,
  vscodeServers,
} from './manifests.ts'
import { readme } from './readme.ts'

const MANIFESTS: Readonly<Record<string, (brand: Brand) => Members>> = {
  'server.json': registryEntry,
  'plugin.json': agentPlugin,
  'mcp.json': agentPluginServers,
  '.claude-plugin/plugin.json': claudeCode,
  '.claude-plugin/marketplace.json': claudeCodeMarketplace,
  '.mcp.json': (brand) => mcpServers(brand, 'http'),
  '.codex-plugin/plugin.json': codex,
  '.agents/plugins/marketplace.json': codexMarketplace,
  '.github/plugin/plugin.json': copilot,
  '.vscode/mcp.json': vscodeServers,
  '.cursor-plugin/plugin.json': cursor,
  'gemini-extension.json': gemini,
}

const README = 'README.md'

/** Paths of all files of a package; a folder that holds others was not written by us. */
export const PACKAGE_PATHS: ReadonlySet<string> = new Set([...Object.keys(MANIFESTS), README])

/** The files of a package, by path. One folder serves all hosts, as a repository of its own. */
export function packageFiles(brand: Brand): readonly EmittedFile[] {
  const manifests = Object.entries(MANIFESTS).map(([path, members]) => ({
    path,
    bytes: encodeUtf8(`${JSON.stringify(members(brand), null, 2)}\n`),
  }))
  const files = [...manifests, { path: README, bytes: encodeUtf8(readme(brand)) }]
  return files.sort((one, other) => compare(one.path, other.path))
}
