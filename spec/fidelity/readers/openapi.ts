import type { SourcePage } from '../facts.ts'
import { ApiUnits } from './_api_units.ts'
import { readTree, type Tree, textOf } from './_yaml_tree.ts'
import type { Reader } from './reader.ts'

const METHODS = new Set('get put post delete options head patch trace query'.split(' '))

/** Descriptions of HTTP APIs: what each operation and each schema that one needs says. */
export const OPENAPI: Reader = {
  names: ['OpenAPI'],
  read: async (source) =>
    source.files.flatMap((file) => {
      if (!/\.(?:ya?ml|json)$/i.test(file)) return []
      const text = source.read(file) ?? ''
      return /^\s*["']?openapi["']?\s*:|"openapi"\s*:\s*"3/m.test(text) ? readApi(file, text) : []
    }),
}

function readApi(file: string, text: string): readonly SourcePage[] {
  const root = readTree(text)
  const wanted = new Set<string>()
  const start = () => new ApiUnits(file, root, wanted)
  const operations = ['paths', 'webhooks'].flatMap((section) =>
    [...fieldsOf(root, section)].flatMap(([path, each]) => {
      const shared = start().resolve(each)
      return [...shared.fields].flatMap(([method, operation]) =>
        METHODS.has(method) ? [readOperation(start(), path, method, operation, shared)] : [],
      )
    }),
  )
  const pages = [readIndex(start(), root), ...operations]
  const schemas = fieldsOf(fieldOf(root, 'components'), 'schemas')
  // Schemas lead to more of them, so the set grows while it is read.
  for (const name of wanted) {
    const schema = schemas.get(name)
    if (schema === undefined) continue
    const units = start()
    units.addSchema(schema)
    pages.push(units.finish(`/schemas/${name}`))
  }
  return pages.filter(({ units }) => units.length > 0)
}

function fieldOf(tree: Tree | undefined, name: string): Tree | undefined {
  return tree?.fields.get(name)
}

function fieldsOf(tree: Tree | undefined, name: string): ReadonlyMap<string, Tree> {
  return tree?.fields.get(name)?.fields ?? new Map()
}

function readIndex(units: ApiUnits, root: Tree): SourcePage {
  const info = fieldOf(root, 'info')
  units.addWords(fieldOf(info, 'title'))
  units.addWords(fieldOf(info, 'version'))
  units.addText(fieldOf(info, 'summary'))
  units.addText(fieldOf(info, 'description'))
  units.addWords(fieldOf(fieldOf(info, 'license'), 'name'))
  units.addWords(fieldOf(fieldOf(info, 'contact'), 'name'))
  for (const server of fieldOf(root, 'servers')?.items ?? []) {
    units.addWords(fieldOf(server, 'url'))
    units.addText(fieldOf(server, 'description'))
    for (const [name, variable] of fieldsOf(server, 'variables')) {
      units.addName(name, variable)
      units.addText(fieldOf(variable, 'description'))
      units.addWords(fieldOf(variable, 'default'))
    }
  }
  const used = listUsedTags(root)
  for (const tag of fieldOf(root, 'tags')?.items ?? []) {
    if (!used.has(textOf(fieldOf(tag, 'name')))) continue
    units.addText(fieldOf(tag, 'description'))
    units.addDocs(fieldOf(tag, 'externalDocs'))
  }
  units.addDocs(fieldOf(root, 'externalDocs'))
  for (const [name, each] of fieldsOf(fieldOf(root, 'components'), 'securitySchemes')) {
    units.addName(name, each)
    units.addText(fieldOf(each, 'description'))
    for (const flow of fieldsOf(each, 'flows').values()) {
      for (const [scope, words] of fieldsOf(flow, 'scopes')) {
        units.addName(scope, words)
        units.addText(words)
      }
    }
  }
  return units.finish()
}

/** First tags of operations: that of a tag without one is on no page of an API. */
function listUsedTags(root: Tree): ReadonlySet<string> {
  const items = [...fieldsOf(root, 'paths').values(), ...fieldsOf(root, 'webhooks').values()]
  const tags = items.flatMap(({ fields }) =>
    [...fields.values()].map((each) => textOf(fieldOf(each, 'tags')?.items[0])),
  )
  return new Set(tags)
}

function readOperation(
  units: ApiUnits,
  path: string,
  method: string,
  operation: Tree,
  shared: Tree,
): SourcePage {
  units.addName(method, operation)
  units.addName(path, operation)
  const title = fieldOf(operation, 'summary') ?? fieldOf(operation, 'operationId')
  units.addWords(title)
  units.addText(fieldOf(operation, 'description'))
  units.addText(fieldOf(shared, 'description'))
  units.addDocs(fieldOf(operation, 'externalDocs'))
  const own = fieldOf(operation, 'parameters')?.items ?? []
  const inherited = fieldOf(shared, 'parameters')?.items ?? []
  const all = [...inherited, ...own].map((each) => units.resolve(each))
  const byName = new Map(all.map((each) => [nameOf(each), each]))
  for (const parameter of byName.values()) units.addParameter(parameter)
  units.addBody(fieldOf(operation, 'requestBody'))
  for (const [status, each] of fieldsOf(operation, 'responses')) {
    if (status !== 'default') units.addName(status, each)
    units.addResponse(each)
  }
  for (const callback of fieldsOf(operation, 'callbacks').values()) {
    for (const item of units.resolve(callback).fields.values()) {
      for (const each of item.fields.values()) {
        units.addText(fieldOf(each, 'description') ?? fieldOf(each, 'summary'))
        units.addBody(fieldOf(each, 'requestBody'))
      }
    }
  }
  for (const key of ['x-codeSamples', 'x-code-samples']) {
    for (const sample of fieldOf(operation, key)?.items ?? []) {
      units.addCode(fieldOf(sample, 'source'))
    }
  }
  const id = textOf(fieldOf(operation, 'operationId'))
  return units.finish(id === '' ? `${method}-${path}` : id)
}

function nameOf(parameter: Tree): string {
  return `${textOf(fieldOf(parameter, 'in'))} ${textOf(fieldOf(parameter, 'name'))}`
}
