import { BusinessRegistrySchema } from '../../contract/business.ts'
import type { Problem } from '../../contract/problem.ts'
import { findSchemaProblems } from '../../text/source_text/schema_problems.ts'
import { parseYaml } from '../../text/source_text/yaml.ts'
import { checkBusiness } from './check/business.ts'

/** What the build would have against a business registry that is not written yet. */
export function checkBusinessText(name: string, text: string): readonly Problem[] {
  const { source, problems } = parseYaml(name, text)
  if (source.value === undefined) return problems
  const faults = findSchemaProblems(BusinessRegistrySchema, source)
  return [...problems, ...faults, ...checkBusiness(source)]
}
