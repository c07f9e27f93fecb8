import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type PackageFacts, packageFileSchemas } from '../../../app/contract/package_files.ts'
import { ENDPOINT } from './packaging.ts'

/** Copies of the schemas that hosts publish; the README there names their sources. */
const FOLDER = join(import.meta.dir, 'schemas')

const PUBLISHED: Readonly<Record<string, string>> = {
  'server.json': 'server.schema.json',
  'plugin.json': 'agent_plugin.schema.json',
  'mcp.json': 'agent_mcp.schema.json',
  '.claude-plugin/plugin.json': 'claude-code-plugin-manifest.json',
  '.claude-plugin/marketplace.json': 'claude-code-marketplace.json',
  '.codex-plugin/plugin.json': 'codex-plugin-manifest.json',
  '.cursor-plugin/plugin.json': 'cursor_plugin.schema.json',
}

/** The manifest of a bundle, which is no file of a package. */
const BUNDLE: Readonly<Record<string, string>> = {
  'manifest.json': 'mcpb_manifest.schema.json',
}

/** Paths of package files for which somebody publishes a schema. */
export const WITH_SCHEMA: readonly string[] = Object.keys(PUBLISHED)

/** The server that the packages of the tests describe, but for its tools. */
export const FACTS = { name: 'lectern', version: '0.1.0', endpoint: ENDPOINT } as const

/** Finds faults of a file under the closed schema of its manifest. */
export function findFormFaults(
  path: string,
  content: unknown,
  facts: PackageFacts,
): readonly string[] {
  const form = packageFileSchemas(facts)[path]
  if (form === undefined) return [`${path}: no form`]
  return listFaults(path, new Ajv({ allErrors: true }).compile(form), content)
}

/** Finds faults of a file under the schema that its host publishes. */
export function findSchemaFaults(path: string, content: unknown): readonly string[] {
  const text = readFileSync(join(FOLDER, PUBLISHED[path] ?? BUNDLE[path] ?? ''), 'utf8')
  const schema: object = JSON.parse(text)
  const options = { strict: false, allErrors: true }
  const ajv = text.includes('draft/2020-12') ? new Ajv2020(options) : new Ajv(options)
  // The package is a CommonJS module, whose function is its default member.
  const addTo = 'default' in addFormats ? addFormats.default : addFormats
  addTo(ajv)
  return listFaults(path, ajv.compile(schema), content)
}

function listFaults(path: string, validate: ValidateFunction, content: unknown): readonly string[] {
  if (validate(content)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${path}${instancePath}: ${message}`,
  )
}
