import { type PackageFacts, packageFileSchemas } from '../../contract/package_files.ts'
import { type Place, type Problem, problemAt } from '../../contract/problem.ts'
import { MCP_PATH } from '../../contract/protocol.ts'
import { findSchemaProblems } from '../../text/source_text/schema_problems.ts'
import { parseYaml, type YamlPath, type YamlSource } from '../../text/source_text/yaml.ts'
import { readValue } from '../../text/source_text/yaml_column.ts'
import { findSecret } from './secrets.ts'

/**
 * Checks one file of a package (contract 1). A manifest must fit its closed schema: one endpoint,
 * one version, tools of the server and no other member. No key or text may be a credential.
 */
export function checkPackageFile(
  file: string,
  path: string,
  text: string,
  facts: PackageFacts,
): readonly Problem[] {
  const schema = packageFileSchemas(facts)[path]
  if (schema === undefined) return findSecretsInText(file, text, facts)
  // JSON is YAML, and the YAML reader knows the place of every value.
  const { source, problems } = parseYaml(file, text)
  if (problems.length > 0) return problems
  const secrets = findSecrets(source, [], facts)
  const reported = new Set(secrets.map(({ line }) => line))
  // A second problem on the same line would quote the credential.
  const rest = findSchemaProblems(schema, source).filter(({ line }) => !reported.has(line))
  return [...secrets, ...rest]
}

/**
 * Finds credentials in the keys and texts of some data. Closed schemas refuse members that would be
 * places for credentials, such as headers.
 */
export function findSecrets(
  source: YamlSource,
  root: YamlPath,
  facts: Pick<PackageFacts, 'name' | 'endpoint'>,
): readonly Problem[] {
  const walk = (path: YamlPath, value: unknown): readonly Problem[] => {
    if (typeof value === 'string') {
      const secret = findSecretBeside(value, facts)
      return secret === undefined ? [] : [reportCredential(source.locatePiece(path, secret))]
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      const inner = [...path, Array.isArray(value) ? Number(key) : key]
      const own = Array.isArray(value) || key === facts.name ? [] : checkKey(source, inner, key)
      return own.length > 0 ? own : walk(inner, member)
    })
  }
  return walk(root, readValue(source.value, root))
}

function checkKey(source: YamlSource, path: YamlPath, key: string): readonly Problem[] {
  return findSecret(key) === undefined ? [] : [reportCredential(source.locateKey(path))]
}

function findSecretsInText(file: string, text: string, facts: PackageFacts): readonly Problem[] {
  return text.split('\n').flatMap((row, at) => {
    const secret = findSecretBeside(row, facts)
    if (secret === undefined) return []
    return [reportCredential({ file, line: at + 1, column: Math.max(row.indexOf(secret), 0) + 1 })]
  })
}

/** Ignores the base address, which is public, even if its host looks random. */
function findSecretBeside(
  text: string,
  { endpoint }: Pick<PackageFacts, 'endpoint'>,
): string | undefined {
  const base = endpoint.slice(0, -MCP_PATH.length)
  return findSecret(text.replaceAll(base, 'https://here'))
}

function reportCredential(place: Place): Problem {
  return problemAt(place, 'this looks like a credential', 'remove it: packages contain none')
}
