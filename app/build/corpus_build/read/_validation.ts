import type { TSchema } from '@sinclair/typebox'
import { findSchemaProblems } from '../../../text/source_text/schema_problems.ts'
import type { YamlFile } from '../../../text/source_text/yaml_file.ts'

/** Adds to the problems of a file what its schema has against its content. */
export function validateYaml(
  file: YamlFile,
  schema: TSchema,
  uncounted: readonly string[] = [],
): YamlFile {
  const { source, problems } = file
  if (source === undefined) return file
  return { ...file, problems: [...problems, ...findSchemaProblems(schema, source, uncounted)] }
}
