import type { DomainServices } from '../../app/business/tools/mod.ts'

type Inside = ReturnType<NonNullable<DomainServices['within']>>

/** The embedded domain with another `call` inside the transaction that makes a change. */
export function replaceCallWithin(
  createCall: (inside: Inside) => Inside['call'],
): (embedded: DomainServices) => DomainServices {
  return (embedded) => ({
    ...embedded,
    within: (sql) => {
      const inside = embedded.within?.(sql)
      if (inside === undefined) throw new Error('Cannot test: the domain is remote')
      return { ...inside, call: createCall(inside) }
    },
  })
}
