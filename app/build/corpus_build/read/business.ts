import { Value } from '@sinclair/typebox/value'
import { BusinessRegistrySchema } from '../../../contract/business.ts'
import { ExampleWorkspaceSchema } from '../../../contract/example.ts'
import { problemAt, startOfFile } from '../../../contract/problem.ts'
import type { SourceBusiness } from '../../../docs/model/source.ts'
import { validateYaml } from '../../../text/source_text/schema_problems.ts'
import type { SourceFile } from '../../../text/source_text/source_file.ts'
import { readColumn } from '../../../text/source_text/yaml_column.ts'
import { readYamlFile, type YamlFile } from '../../../text/source_text/yaml_file.ts'
import { warnOfHiddenValues } from './_hidden_characters.ts'

/** The two files as read, each with the problems of its syntax and schema. */
type BusinessFiles = {
  readonly registry: YamlFile
  readonly example: YamlFile
  readonly content: SourceBusiness
}

/**
 * Reads `business.yaml` and `example_workspace.yaml`. A corpus may have neither, but no example
 * without a registry, because the registry has the rules for its records.
 */
export async function readBusiness(
  registryFile: SourceFile,
  exampleFile: SourceFile,
): Promise<BusinessFiles> {
  const [registry, workspace] = await Promise.all([
    readYamlFile(registryFile),
    readYamlFile(exampleFile),
  ])
  const rules = registry.source?.value
  const records = workspace.source?.value
  const content: SourceBusiness = {
    registry: Value.Check(BusinessRegistrySchema, rules) ? rules : undefined,
    example: Value.Check(ExampleWorkspaceSchema, records) ? records : undefined,
    tools: registry.source === undefined ? [] : readColumn(registry.source, ['tools'], 'name'),
    warnings: [registry, workspace].flatMap(({ source }) => warnOfHiddenValues(source)),
  }
  const example = validateYaml(workspace, ExampleWorkspaceSchema)
  if (!registry.missing || example.missing) {
    return { registry: validateYaml(registry, BusinessRegistrySchema), example, content }
  }
  const what = 'the example workspace has no business.yaml beside it'
  const orphan = problemAt(startOfFile(exampleFile.name), what, 'write one, or remove this file')
  return { registry, example: { ...example, problems: [...example.problems, orphan] }, content }
}
