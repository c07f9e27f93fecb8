/** The data of this product: in memory here, in a database in yours. */
export type Data = {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[]
  readonly businesses: readonly {
    readonly id: string
    readonly workspace: string
    readonly name: string
  }[]
  readonly users: readonly {
    readonly subject: string
    readonly memberships: readonly {
      readonly business: string
      readonly role: 'member' | 'approver'
    }[]
  }[]
  readonly records: readonly {
    readonly type: string
    readonly id: string
    readonly workspace: string
    readonly fields: Fields
  }[]
}

export type Fields = Readonly<Record<string, unknown>>
export type Person = { readonly issuer: string; readonly subject: string }
export type Place = { readonly workspace_id: string; readonly business_id: string }
export type StoredRecord = { readonly type: string; readonly id: string; readonly fields: Fields }
export type FoundRecord = StoredRecord & { readonly business_id: string }
export type Role = 'member' | 'approver'

/** How a record of a type leads to its business; other types lead to none. */
const REACH: ReadonlyMap<string, { readonly field: string; readonly through?: string }> = new Map([
  ['business_profile', { field: 'business_id' }],
  ['readiness_item', { field: 'business_id' }],
  ['memory_note', { field: 'business_id' }],
  ['customer', { field: 'business_id' }],
  ['follow_up', { field: 'customer_id', through: 'customer' }],
  ['job', { field: 'customer_id', through: 'customer' }],
  ['job_message', { field: 'job_id', through: 'job' }],
])

export class Workspace {
  readonly #data: Data
  readonly #issuer: string
  readonly #records: Map<string, StoredRecord>
  readonly #closed = new Set<string>()

  /** `issuer` is the identity provider whose subjects are our users. */
  constructor(data: Data, issuer: string) {
    this.#data = data
    this.#issuer = issuer
    this.#records = new Map(data.records.map((each) => [keyOf(each), each]))
  }

  /** Archives the business until `open`. */
  archive(businessId: string): void {
    this.#closed.add(businessId)
  }

  open(businessId: string): void {
    this.#closed.delete(businessId)
  }

  /** The role of a person in an active business; absent for any reason. */
  role(person: Person, place: Place): Role | undefined {
    const business = this.#data.businesses.find(({ id }) => id === place.business_id)
    if (business?.workspace !== place.workspace_id || this.#closed.has(business.id))
      return undefined
    return this.#membershipsOf(person).find(({ business: id }) => id === business.id)?.role
  }

  businessesOf(
    person: Person,
  ): readonly (Place & { workspace_name: string; business_name: string })[] {
    return this.#data.businesses.flatMap(({ id, name, workspace }) => {
      const place = { workspace_id: workspace, business_id: id }
      if (this.role(person, place) === undefined) return []
      const workspace_name = this.#data.workspaces.find((each) => each.id === workspace)?.name ?? ''
      return [{ ...place, workspace_name, business_name: name }]
    })
  }

  #membershipsOf({ issuer, subject }: Person): Data['users'][number]['memberships'] {
    // The same subject of another issuer is another person (OpenID Connect Core section 2).
    if (issuer !== this.#issuer) return []
    return this.#data.users.find((user) => user.subject === subject)?.memberships ?? []
  }

  /** A record of this business; one of another business is absent like an unknown one. */
  find(place: Place, type: string, id: string): FoundRecord | undefined {
    const record = this.#records.get(keyOf({ type, id }))
    const found = record === undefined ? undefined : this.#located(record)
    return found?.business_id === place.business_id ? found : undefined
  }

  list(place: Place, type: string): readonly FoundRecord[] {
    return [...this.#records.values()].flatMap((record) => {
      const found = record.type === type ? this.#located(record) : undefined
      return found?.business_id === place.business_id ? [found] : []
    })
  }

  put(record: StoredRecord): void {
    this.#records.set(keyOf(record), record)
  }

  /** The field that leads to the business, and the type that it leads through. */
  linkOf(type: string): { readonly field: string; readonly through?: string } | undefined {
    return REACH.get(type)
  }

  /** The record with the business that it leads to; the service compares it again. */
  #located(record: StoredRecord): FoundRecord | undefined {
    const { type, id, fields } = record
    const business_id = this.#businessOf(record)
    return business_id === undefined ? undefined : { type, id, business_id, fields }
  }

  #businessOf(record: StoredRecord): string | undefined {
    const reach = REACH.get(record.type)
    const id = reach === undefined ? undefined : record.fields[reach.field]
    if (reach === undefined || typeof id !== 'string') return undefined
    if (reach.through === undefined) return id
    const next = this.#records.get(keyOf({ type: reach.through, id }))
    return next === undefined ? undefined : this.#businessOf(next)
  }
}

function keyOf({ type, id }: Pick<StoredRecord, 'type' | 'id'>): string {
  return `${type}/${id}`
}
