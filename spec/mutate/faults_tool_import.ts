import { type Fault, faultsIn } from './fault.ts'

const API_CALLS = 'spec/import/tools/calls_spec.ts'
const API_ANSWERS = 'spec/import/tools/answers_spec.ts'
const BINDINGS = 'spec/import/tools/bindings_spec.ts'
const IMPORTED = 'spec/isolation/imported_tools_spec.ts'
const IMPORTS = 'spec/import/tools/refusals_spec.ts'
const SELECTORS = 'spec/import/tools/selectors_spec.ts'

/** Faults by which a tool over the product's own API would reach another business. */
export const TOOL_IMPORT_FAULTS: readonly Fault[] = [
  ...faultsIn('app/business/tools/adapters/_http_api_request.ts', API_CALLS, [
    {
      id: 'auth.derived_from_grant',
      find: "const value = 'grant' in input ? valueOfGrant(input, place) : args[input.argument]",
      replace:
        'const value = args[nameInput(input)] ?? ' +
        "('grant' in input ? valueOfGrant(input, place) : '')",
    },
    { id: 'domain.http_api', find: ' || LEAVING.test(value)', replace: '' },
  ]),
  ...faultsIn('app/business/tools/adapters/http_api.ts', API_CALLS, [
    {
      id: 'domain.http_api',
      find: 'answer.business !== undefined &&',
      replace: "answer.id === '' &&",
    },
    {
      id: 'domain.http_api',
      find: 'return inner.size === 0 ? undefined : pickMembers(value, inner)',
      replace: 'return inner.size === 0 ? value : pickMembers(value, inner)',
      spec: API_ANSWERS,
    },
  ]),
  ...faultsIn('app/business/tools/adapters/http_api.ts', API_CALLS, [
    {
      id: 'domain.http_api',
      find: 'if (readBusiness(answer.headers) !== businessId) {',
      replace: "if (businessId === '') {",
    },
    {
      id: 'domain.http_api',
      find: '...(idempotency_key === undefined ? {} : { idempotency_key }),',
      replace: '',
    },
    {
      id: 'auth.derived_from_grant',
      find: '...(Object.keys(headers).length === 0 ? {} : { headers }),',
      replace: '',
    },
  ]),
  ...faultsIn('app/business/tools/adapters/http.ts', IMPORTED, [
    {
      id: 'auth.checked_at_call',
      find: "isRead ? this.standing(context) : 'active',",
      replace: "isRead && context.userId === '' ? this.standing(context) : 'active',",
    },
  ]),
  ...faultsIn('app/import/tools/_tenants.ts', IMPORTS, [
    {
      id: 'auth.no_selectors',
      find: 'if (isSelector) return refuseSelector(here, input)',
      replace: "if (isSelector && name === '') return refuseSelector(here, input)",
    },
    {
      id: 'auth.no_selectors',
      find: 'const isSelector = [name, ...kinds].some(',
      replace: 'const isSelector = [name].some(',
    },
    {
      id: 'tools.import',
      find: 'if (doubt === undefined) return',
      replace: 'if (doubt !== name) return',
    },
  ]),
  ...faultsIn('app/import/tools/_schema_parts.ts', SELECTORS, [
    {
      id: 'auth.no_selectors',
      find: 'if (value.items !== undefined) visit(value.items, isHidden)',
      replace: '',
    },
    {
      id: 'auth.no_selectors',
      find: 'for (const key of HIDDEN) if (isFields(value[key])) visit(value[key], true)',
      replace: '',
    },
  ]),
  ...faultsIn('app/build/corpus_build/check/_http_binding.ts', BINDINGS, [
    {
      id: 'auth.no_selectors',
      find: 'if (selectsBusiness(name)) {',
      replace: "if (selectsBusiness(name) && name === '') {",
    },
  ]),
  ...faultsIn('app/build/corpus_build/check/_http_inputs.ts', BINDINGS, [
    {
      id: 'auth.no_selectors',
      find: 'if (!isRepeated && !isOfGrant) return []',
      replace: 'if (!isRepeated) return []',
    },
  ]),
  ...faultsIn('app/contract/business_selectors.ts', SELECTORS, [
    {
      id: 'auth.no_selectors',
      find: 'others.some((word) => WHICH_WORD.test(word)) ||',
      replace: '',
    },
  ]),
]
