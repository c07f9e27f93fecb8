import type { ApiDescription, Resolver } from './description.ts'
import { METHODS, type Operation } from './operation.ts'
import { type Fields, readFields, readList, readText } from './values.ts'

export function listOperations(
  description: ApiDescription,
  resolver: Resolver,
): readonly Operation[] {
  const read = (section: string, isWebhook: boolean) =>
    Object.entries(readFields(description.value[section])).flatMap(([path, each]) => {
      const { value: item } = resolver.resolve(each)
      return Object.entries(item).flatMap(([method, operation]): Operation[] => {
        if (!METHODS.includes(method)) return []
        const value = readFields(operation)
        const found = {
          ...{ method, path, isWebhook, value, shared: item },
          // YAML looks among all paths for a line; too many operations are refused before that.
          get line() {
            return description.lineOf([section, path, method])
          },
        }
        return [found]
      })
    })
  return [...read('paths', false), ...read('webhooks', true)]
}

export type TaggedOperations = {
  readonly tag: string
  readonly title: string
  readonly text: string
  readonly operations: readonly Operation[]
}

/** Operations by their first tag, in the order of the list of tags. */
export function listGroups(
  root: Fields,
  operations: readonly Operation[],
): readonly TaggedOperations[] {
  const tagOf = ({ value, isWebhook }: Operation) => {
    return readText(readList(value.tags)[0]) || (isWebhook ? 'Webhooks' : 'Operations')
  }
  const listed = readList(root.tags).map(readFields)
  const known = new Map(listed.map((tag) => [readText(tag.name), tag]))
  const byTag = Map.groupBy(operations, tagOf)
  const names = new Set([...known.keys(), ...byTag.keys()])
  return [...names].flatMap((tag) => {
    const own = byTag.get(tag) ?? []
    const fields = known.get(tag) ?? {}
    const title = readText(fields['x-displayName']) || readText(fields.summary) || tag
    const text = readText(fields.description)
    return own.length === 0 ? [] : [{ tag, title, text, operations: own }]
  })
}
