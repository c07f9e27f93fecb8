import type { Case } from './_case.ts'
import { listKinds, resolveNames } from './_schema_parts.ts'
import { judgeInput, type Verdict } from './_tenants.ts'

/** Inputs that the product would call, or that name something of another tenant. */
const ADDRESS_FORMAT = /^(ur[il]|iri)(-reference)?$/
const ADDRESS_NAME = /(^|[_.-])(ur[il]s?|endpoint|callback)$|(Ur[il]s?|Endpoint|Callback)$/

/** What a member or a parameter is, by its name and the names of what describes it. */
export function judgeMember(
  here: Case,
  name: string,
  schema: unknown,
  facts: {
    readonly isRequired: boolean
    readonly isNested: boolean
    readonly where: 'path' | 'query' | 'header' | 'body'
    /** Names of the component that the input itself is. */
    readonly kinds?: readonly string[]
  },
): Verdict {
  const { value } = resolveNames(here, schema)
  if (value.readOnly === true) return { as: 'left_out' }
  const isAddress = ADDRESS_FORMAT.test(String(value.format)) || ADDRESS_NAME.test(name)
  const kinds = [...(facts.kinds ?? []), ...listKinds(here, schema)]
  return judgeInput(here, { name, ...facts, kinds, isAddress })
}
