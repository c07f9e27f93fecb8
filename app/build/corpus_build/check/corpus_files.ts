import type { LimitSettings } from '../../../contract/limits.ts'
import type { Problem } from '../../../contract/problem.ts'
import type { SourceAllowlist, SourceRegistry, SourceYaml } from '../../../docs/model/source.ts'
import type { YamlFile } from '../../../text/source_text/yaml_file.ts'
import { checkUnique } from './_unique.ts'
import { checkBusiness } from './business.ts'
import { checkExample } from './example.ts'
import { checkPackageFiles } from './packages.ts'
import { checkRegistry } from './registry.ts'

/** Every problem of `registry.yaml`; settings may raise a limit that it names. */
export function checkRegistryFile(
  { source, problems, content }: SourceYaml<SourceRegistry>,
  baseUrl: string,
  settings: LimitSettings,
): readonly Problem[] {
  if (source === undefined) return problems
  const found = [...problems, ...checkRegistry(source, baseUrl, settings)]
  // Packages are made from the registry and would repeat its problems.
  if (found.length > 0 || content.value === undefined) return found
  return checkPackageFiles(source, content.value, baseUrl)
}

/** Every problem of `allowlist.yaml`. */
export function checkAllowlistFile({
  problems,
  content,
}: SourceYaml<SourceAllowlist>): readonly Problem[] {
  const { operations = [] } = content
  return [...problems, ...checkUnique(operations, 'operation')]
}

/** Every problem of `business.yaml` and `example_workspace.yaml`. */
export function checkBusinessFiles({
  registry,
  example,
}: {
  readonly registry: YamlFile
  readonly example: YamlFile
}): readonly Problem[] {
  const rules = registry.source
  const inRegistry = [...registry.problems, ...(rules === undefined ? [] : checkBusiness(rules))]
  const records = example.source
  // Records are checked only against valid rules, so that a typo there is reported once.
  const valid = inRegistry.length === 0 ? rules : undefined
  return [
    ...inRegistry,
    ...example.problems,
    ...(records === undefined ? [] : checkExample(records, valid)),
  ]
}
