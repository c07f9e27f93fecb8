const ANNOTATIONS =
  '{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }'

/** What makes private tools, with words that nothing else has. */
export const PRIVATE_FILES: Readonly<Record<string, string>> = {
  'business.yaml': `version: 1
records:
  - type: zq_visit
    title: Zq visits
    description: Zq is who comes.
    reach: { rule: column, field: zq_owner }
tools:
  - name: list_zq_visits
    title: Zq list
    description: Zq lists them.
    scope: mcp:business:read
    kind: read
    operation: zq_visit.list
    http:
      method: GET
      path: /zq-internal/v3/visits
      inputs:
        - { grant: business, in: query, name: zq_owner }
        - { argument: zq_channel, in: query }
        - { argument: site, in: query, name: site_id, because: Zq sites are buildings }
      answer: { type: zq_visit, at: [zq_items], id: zq_id, business: zq_owner, fields: [zq_day] }
    records: [zq_visit]
    with: { zq_channel: zq-constant-77 }
    annotations: ${ANNOTATIONS}
    input_schema:
      type: object
      properties: { site: { type: string, maxLength: 20, description: Zq place. } }
      required: []
      additionalProperties: false
    hold: domain
    idempotency: none
    result_bytes_max: 4096
`,
  'example_workspace.yaml': `version: 1
workspaces: [{ id: zq_space, name: Zq space }]
businesses: [{ id: zq_shop, workspace: zq_space, name: Zq shop }]
users:
  - id: zq_user
    subject: zq_ann
    display: Zq Ann
    email: zq@acme.example
    memberships: [{ business: zq_shop, role: approver }]
records:
  - type: zq_visit
    id: zq_first
    workspace: zq_space
    created: 2026-05-04
    fields: { zq_owner: zq_shop }
`,
}

/** Words of both files, from whatever they say. */
export const PRIVATE_WORDS: readonly string[] = [
  ...['zq_visit', 'Zq is who comes', 'list_zq_visits', 'zq_visit.list', '/zq-internal/v3/visits'],
  ...['Zq sites are buildings', 'zq_items', 'zq_channel', 'zq-constant-77', 'Zq place'],
  ...['zq_space', 'zq@acme.example', 'zq_first'],
]
