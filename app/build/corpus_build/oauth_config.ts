import { Value } from '@sinclair/typebox/value'
import { type OauthConfig, OauthConfigSchema } from '../../contract/oauth.ts'
import { type Problem, problemAt, sortProblems, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { findSchemaProblems } from '../../text/source_text/schema_problems.ts'
import { readText, type SourceFile } from '../../text/source_text/source_file.ts'
import { parseYaml } from '../../text/source_text/yaml.ts'
import { checkOauthConfig } from './check/oauth_config.ts'

/** Reads the file that `OAUTH_CONFIG` names: its value, or every problem in it. */
export async function readOauthConfigFile(
  file: SourceFile,
): Promise<Result<OauthConfig, readonly Problem[]>> {
  const text = await readText(file)
  if (!text.ok) {
    const place = startOfFile(file.name)
    const fix = 'create it, or point OAUTH_CONFIG elsewhere'
    return err([
      text.error === 'missing' ? problemAt(place, 'the file is missing', fix) : text.error,
    ])
  }
  const { source, problems } = parseYaml(file.name, text.value)
  // A file with nothing but comments leaves every setting out.
  if (problems.length === 0 && source.value === null) return ok({})
  if (source.value === undefined) return err(problems)
  const found = [
    ...problems,
    ...findSchemaProblems(OauthConfigSchema, source),
    ...checkOauthConfig(source),
  ]
  const { value } = source
  if (found.length > 0) return err(sortProblems(found))
  if (!Value.Check(OauthConfigSchema, value)) {
    throw new Error('Cannot read the file: it breaks its schema, and no problem was found')
  }
  return ok(value)
}
