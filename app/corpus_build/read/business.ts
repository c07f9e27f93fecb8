import { Value } from '@sinclair/typebox/value'
import { BusinessRegistrySchema } from '../../contract/business.ts'
import { ExampleWorkspaceSchema } from '../../contract/example.ts'
import { type Problem, problemAt } from '../../contract/problem.ts'
import { findSchemaProblems } from '../../source_text/schema_problems.ts'
import type { SourceFile } from '../../source_text/source_file.ts'
import type { YamlSource } from '../../source_text/yaml.ts'
import { readColumn } from '../../source_text/yaml_column.ts'
import { readYamlFile } from '../../source_text/yaml_file.ts'
import { checkBusiness } from '../check/business.ts'
import { checkExample } from '../check/example.ts'
import type { SourceBusiness } from '../model/source.ts'

/**
 * `business.yaml` and `example_workspace.yaml`: everything wrong in them. A corpus may have
 * neither, and no example without a registry, whose rules its records need.
 */
export async function readBusiness(
  registryFile: SourceFile,
  exampleFile: SourceFile,
): Promise<{ readonly value: SourceBusiness; readonly problems: readonly Problem[] }> {
  const [registry, example] = await Promise.all([
    readYamlFile(registryFile),
    readYamlFile(exampleFile),
  ])
  const inRegistry = [
    ...registry.problems,
    ...(registry.source === undefined ? [] : registryProblems(registry.source)),
  ]
  // Records are held against rules in which nothing is wrong: a slip there is told once.
  const rules = inRegistry.length === 0 ? registry.source : undefined
  const problems = [
    ...inRegistry,
    ...example.problems,
    ...(example.source === undefined ? [] : workspaceProblems(example.source, rules)),
  ]
  if (registry.missing && !example.missing) {
    const what = 'the example workspace has no business.yaml beside it'
    const place = { file: exampleFile.name, line: 1, column: 1 }
    problems.push(problemAt(place, what, 'write one, or remove this file'))
  }
  const fine = problems.length === 0
  const tools = registry.source
  const [judged, seeded] = [registry.source?.value, example.source?.value]
  return {
    value: {
      registry: fine && Value.Check(BusinessRegistrySchema, judged) ? judged : undefined,
      example: fine && Value.Check(ExampleWorkspaceSchema, seeded) ? seeded : undefined,
      tools: tools === undefined ? [] : readColumn(tools, ['tools'], 'name'),
    },
    problems,
  }
}

function registryProblems(source: YamlSource): readonly Problem[] {
  return [...findSchemaProblems(BusinessRegistrySchema, source), ...checkBusiness(source)]
}

function workspaceProblems(
  source: YamlSource,
  registry: YamlSource | undefined,
): readonly Problem[] {
  return [...findSchemaProblems(ExampleWorkspaceSchema, source), ...checkExample(source, registry)]
}
