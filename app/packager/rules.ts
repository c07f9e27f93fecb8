import { type PackageFacts, packageFileSchemas } from '../contract/package_files.ts'
import { type Place, type Problem, problemAt, quote } from '../contract/problem.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import { findSchemaProblems } from '../source_text/schema_problems.ts'
import { parseYaml, type YamlPath, type YamlSource } from '../source_text/yaml.ts'
import { readValue } from '../source_text/yaml_column.ts'
import { findSecret, isSecretName } from './secrets.ts'

/**
 * What the law of contract 1 has against one file of a package. A manifest fits its closed schema:
 * its one endpoint, its version, tools of the server, and no member beyond. No file, in any of its
 * keys and texts, holds a credential.
 */
export function checkPackageFile(
  file: string,
  path: string,
  text: string,
  facts: PackageFacts,
): readonly Problem[] {
  const schema = packageFileSchemas(facts)[path]
  if (schema === undefined) return findSecretsInText(file, text, facts)
  // JSON is YAML, and that reader knows the place of everything.
  const { source, problems } = parseYaml(file, text)
  if (problems.length > 0) return problems
  const secrets = findSecrets(source, [], facts)
  const told = new Set(secrets.map(({ line }) => line))
  // A value that holds a credential is not quoted by a second problem of its line.
  const rest = findSchemaProblems(schema, source).filter(({ line }) => !told.has(line))
  return [...secrets, ...rest]
}

/** Credentials, and places for them, in the keys and texts of some data. */
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
  const at = source.locateKey(path)
  if (findSecret(key) !== undefined) return [reportCredential(at)]
  if (!isSecretName(key)) return []
  const what = `the member ${quote(key)} is a place for a credential, and packages contain none`
  return [problemAt(at, what, 'remove it')]
}

function findSecretsInText(file: string, text: string, facts: PackageFacts): readonly Problem[] {
  return text.split('\n').flatMap((row, at) => {
    const secret = findSecretBeside(row, facts)
    if (secret === undefined) return []
    return [reportCredential({ file, line: at + 1, column: Math.max(row.indexOf(secret), 0) + 1 })]
  })
}

/** The address is a setting that anybody may know, whatever its host looks like. */
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
