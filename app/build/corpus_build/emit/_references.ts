import { isJsonObject } from '../../../contract/json_rpc.ts'

type Components = Readonly<Record<string, Readonly<Record<string, object>>>>

/** Follows references from the roots and drops components that nothing refers to. */
export function keepReferenced(all: Components, roots: object): Components {
  const used = new Set<string>()
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const member of Object.values(value)) follow(member)
    const $ref = isJsonObject(value) ? value.$ref : undefined
    if (typeof $ref !== 'string' || used.has($ref)) return
    used.add($ref)
    const [, , kind = '', name = ''] = $ref.split('/')
    follow(all[kind]?.[name])
  }
  follow(roots)
  const kept = Object.entries(all).map(([kind, named]) => {
    const entries = Object.entries(named).filter(([name]) =>
      used.has(`#/components/${kind}/${name}`),
    )
    return [kind, Object.fromEntries(entries)] as const
  })
  return Object.fromEntries(kept.filter(([, named]) => Object.keys(named).length > 0))
}
