import { describe, expect } from 'bun:test'
import { checkBusinessText } from '../../../app/build/corpus_build/check.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies } from '../../requirements/verifies.ts'

/** A registry with one tool that has an input for each of its arguments. */
const REGISTRY = `version: 1
records:
  - { type: job, title: Job, description: A job., reach: { rule: column, field: company } }
tools:
  - name: list_jobs
    title: Jobs
    description: Lists jobs.
    scope: mcp:business:read
    kind: read
    operation: api.list_jobs
    http:
      method: GET
      path: /t/{tenant}/jobs/{state}
      inputs:
        - { grant: business, in: path, name: tenant }
        - { grant: business, in: query, name: owner }
        - { argument: state, in: path }
        - { argument: q, in: query }
      answer: { type: job, at: [], id: id, fields: [id] }
    records: [job]
    annotations:
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    input_schema:
      type: object
      properties: { state: { type: string }, q: { type: string } }
      required: [state]
      additionalProperties: false
    hold: domain
    idempotency: none
    result_bytes_max: 65536
`

const LIST = '{ type: array, items: { type: string } }'
const OBJECT = '{ type: object, properties: {}, required: [], additionalProperties: false }'

const EDITS: readonly (readonly [from: string, to: string, message: RegExp])[] = [
  ['name: tenant }', 'name: tenant, because: I say so }', /"because" is unknown|is a map/],
  ['q, in: query', 'q, in: query, name: tenant', /input "tenant" selects a workspace or a/],
  ['q, in: query', 'q, in: query, name: "filter[org_id]"', /input "filter\[org_id\]" selects/],
  ['/t/{tenant}', '/t/{other}', /nothing fills "\{other\}"/],
  ['/t/{tenant}', '/t/../{tenant}', /can be sent as it is/],
  ['/t/{tenant}', '/café/{tenant}', /can be sent as it is/],
  ['/t/{tenant}', '/t/..;/{tenant}', /can be sent as it is/],
  ['/t/{tenant}', '/t/.;a=b/{tenant}', /can be sent as it is/],
  ['/t/{tenant}', '/t/%2e%2e/{tenant}', /a path such as/],
  ['/t/{tenant}', '/t%2f{tenant}', /a path such as/],
  ['/t/{tenant}', '/t;org=1/{tenant}', /can be sent as it is/],
  ['q, in: query', 'q, in: query, name: mandant_id', /input "mandant_id" selects/],
  ['q, in: query', 'q, in: query, name: t\u0435nant', /selects a workspace or a/],
  ['/t/{tenant}', '/t/{tenant}/{tenant}', /the path has "\{tenant\}" twice/],
  ['method: GET', 'method: POST', /the method is POST, but the tool reads/],
  ['answer: { type: job', 'answer: { type: invoice', /the answer holds "invoice"|"records" lists/],
  ['state, in: path', 'state, in: header', /the path has|nothing fills|is a map/],
  [
    'q, in: query',
    'q, in: query, name: team_id',
    /"team_id" may select a business, and no "because"/,
  ],
  ['q, in: query', 'q, in: query, name: owner, because: no', /"owner" could replace the value/],
  ['q, in: query', 'q, in: query, name: "owner[]", because: no', /"owner\[\]" could replace/],
  ['q, in: query', 'q, in: query, name: owner.id, because: no', /"owner.id" could replace/],
  ['name: owner', 'name: Q', /argument for "q" could replace the value that the grant gives/],
  ['grant: business, in: query, name: owner', 'argument: r, in: query, name: Q', /two inputs "q"/],
  ['state: { type: string }', `state: ${LIST}`, /"state" is array, which no path can hold/],
  ['q: { type: string }', `q: ${OBJECT}`, /"q" is object, which no query can hold/],
  ['name: list_jobs', 'name: search', /tool name "search" is already used by a public tool/],
  ['name: list_jobs', 'name: fetch', /tool name "fetch" is already used by a public tool/],
]

function check(text: string): string {
  return checkBusinessText('business.yaml', text).map(formatProblem).join('\n')
}

describe('a registry that a person edits', () => {
  for (const [from, to, message] of EDITS) {
    verifies(
      'auth.no_selectors',
      `a binding with ${to.trim()} is refused like one that is imported`,
      () => {
        expect(REGISTRY.split(from)).toHaveLength(2)
        expect(check(REGISTRY.replace(from, to))).toMatch(message)
      },
    )
  }

  verifies('auth.no_selectors', 'a reason, a list and a name beside the grant are fine', () => {
    expect(check(REGISTRY)).toBe('')
    const reason = 'q, in: query, name: team_id, because: a team of players'
    expect(check(REGISTRY.replace('q, in: query', reason))).toBe('')
    expect(check(REGISTRY.replace('q: { type: string }', `q: ${LIST}`))).toBe('')
    const beside = REGISTRY.replace('name: owner', 'name: "filter[owner]"')
    expect(check(beside.replace('q, in: query', 'q, in: query, name: "filter[q]"'))).toBe('')
  })
})
