import { Value } from '@sinclair/typebox/value'
import { checkBusinessText } from '../../build/corpus_build/check.ts'
import { type BusinessRegistry, BusinessRegistrySchema } from '../../contract/business.ts'
import { type Problem, problemAt, quote, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { readText, type SourceFile } from '../../text/source_text/source_file.ts'
import { parseYaml } from '../../text/source_text/yaml.ts'
import { appendToYamlList } from '../../text/source_text/yaml_lists.ts'
import { writeYaml } from '../../text/source_text/yaml_text.ts'
import type { Draft } from './_drafts.ts'

/** The registry that a corpus has; empty where it has none. */
export type RegistryFile = {
  readonly file: SourceFile
  readonly text: string | undefined
  readonly registry: BusinessRegistry
}

const NONE: BusinessRegistry = { version: 1, records: [], tools: [] }

export async function readRegistry(
  file: SourceFile,
): Promise<Result<RegistryFile, readonly Problem[]>> {
  const text = await readText(file)
  if (!text.ok) {
    return text.error === 'missing'
      ? ok({ file, text: undefined, registry: NONE })
      : err([text.error])
  }
  // What is wrong already must not be mixed with what an import adds.
  const problems = checkBusinessText(file.name, text.value)
  const { value } = parseYaml(file.name, text.value).source
  if (problems.length > 0 || !Value.Check(BusinessRegistrySchema, value)) return err(problems)
  return ok({ file, text: text.value, registry: value })
}

/** The text of the registry with the drafts at the end, if the build would take it. */
export function addDrafts(
  { file, text, registry }: RegistryFile,
  drafts: readonly Draft[],
): Result<string, readonly Problem[]> {
  const tools = drafts.map(({ tool }) => tool)
  const taken = tools.filter(({ name }) => registry.tools.some((tool) => tool.name === name))
  if (taken.length > 0) {
    return err(
      taken.map(({ name }) => {
        const what = `the registry already has a tool ${quote(name)}`
        return problemAt(
          startOfFile(file.name),
          what,
          'remove it there, or choose another with --name',
        )
      }),
    )
  }
  const entries = drafts.flatMap(({ record }) => (record === undefined ? [] : [record]))
  const records = [...new Map(entries.map((entry) => [entry.type, entry])).values()]
  const whole =
    text === undefined ? ok(writeNew(records, tools)) : append(file, text, records, tools)
  if (!whole.ok) return whole
  const problems = checkBusinessText(file.name, whole.value)
  return problems.length > 0 ? err(problems) : whole
}

type Records = BusinessRegistry['records']
type Tools = BusinessRegistry['tools']

function writeNew(records: Records, tools: Tools): string {
  const comment = "# Private tools over the product's own API.\n"
  return `${comment}${writeYaml({ version: 1, records, tools })}`
}

function append(
  { name }: SourceFile,
  text: string,
  records: Records,
  tools: Tools,
): Result<string, readonly Problem[]> {
  const withTools = appendToYamlList(text, 'tools', tools)
  const whole = withTools.ok ? appendToYamlList(withTools.value, 'records', records) : withTools
  if (whole.ok) return whole
  const what = 'its lists "records" and "tools" are in brackets or empty'
  return err([
    problemAt(startOfFile(name), what, 'write each entry after a dash, on lines of its own'),
  ])
}
