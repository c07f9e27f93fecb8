import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { FORMS } from './forms.ts'

/**
 * The schemas that hosts publish lie beside the project, or where `PACKAGE_SCHEMAS` says; it does
 * not copy them. `spec/decisions/package.md` says which they are and where they come from.
 */
const FOLDER =
  process.env.PACKAGE_SCHEMAS ?? resolve(import.meta.dir, '../../../shared/data/schemas/packages')

const PUBLISHED: Readonly<Record<string, string>> = {
  'server.json': 'server.schema.json',
  'plugin.json': 'agent_plugin.schema.json',
  'mcp.json': 'agent_mcp.schema.json',
  '.claude-plugin/plugin.json': 'claude-code-plugin-manifest.json',
  '.claude-plugin/marketplace.json': 'claude-code-marketplace.json',
  '.codex-plugin/plugin.json': 'codex-plugin-manifest.json',
  '.cursor-plugin/plugin.json': 'cursor_plugin.schema.json',
}

/** Paths of package files for which a published schema is at hand. */
export const WITH_SCHEMA: readonly string[] = Object.entries(PUBLISHED).flatMap(([path, name]) =>
  existsSync(join(FOLDER, name)) ? [path] : [],
)

export const WITHOUT_SCHEMA: readonly string[] = Object.keys(PUBLISHED).filter(
  (path) => !WITH_SCHEMA.includes(path),
)

/** What our own account of a host's form has against a file. */
export function formFaults(path: string, content: unknown): readonly string[] {
  const form = FORMS[path]
  if (form === undefined) return [`${path}: no form`]
  return faultsOf(path, new Ajv({ allErrors: true }).compile(form), content)
}

/** What the schema that a host publishes has against a file. */
export function schemaFaults(path: string, content: unknown): readonly string[] {
  const text = readFileSync(join(FOLDER, PUBLISHED[path] ?? ''), 'utf8')
  const schema: object = JSON.parse(text)
  const options = { strict: false, allErrors: true }
  const ajv = text.includes('draft/2020-12') ? new Ajv2020(options) : new Ajv(options)
  // The package is a module of the older kind, whose function is its default member.
  const addTo = 'default' in addFormats ? addFormats.default : addFormats
  addTo(ajv)
  return faultsOf(path, ajv.compile(schema), content)
}

function faultsOf(path: string, validate: ValidateFunction, content: unknown): readonly string[] {
  if (validate(content)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${path}${instancePath}: ${message}`,
  )
}
