import type {
  Outcome,
  Call as ProductCall,
  TargetAnswer,
  TargetQuestion,
} from './typescript/mod.ts'
import type { Fields, FoundRecord, Place, StoredRecord, Workspace } from './workspace.ts'

type Call = Pick<ProductCall, 'place' | 'args' | 'recordTypes' | 'approvalId'>

type Operation = {
  readonly kind: 'read' | 'write'
  readonly run: (workspace: Workspace, call: Call) => Outcome
}

/** Every operation that the service may call; no other exists. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['record.get', { kind: 'read', run: get }],
  ['record.list', { kind: 'read', run: list }],
  ['record.search', { kind: 'read', run: search }],
  ['record.create', { kind: 'write', run: create }],
  ['record.update', { kind: 'write', run: update }],
])

/** Fields that may be written from outside; links to a business are never among them. */
const WRITABLE: ReadonlyMap<string, readonly string[]> = new Map([
  ['business_profile', ['opening_hours']],
  ['follow_up', ['title', 'due', 'note', 'status']],
  ['memory_note', ['topic', 'text']],
  ['job', ['status', 'cancel_reason']],
])

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 50

function get(workspace: Workspace, { place, args, recordTypes }: Call): Outcome {
  const record = workspace.find(place, String(args.type), String(args.id))
  if (record === undefined || !recordTypes.includes(record.type)) return { outcome: 'not_found' }
  return { outcome: 'records', records: [record], more: false }
}

function list(workspace: Workspace, { place, args, recordTypes }: Call): Outcome {
  const { type, limit, ...filters } = args
  if (!recordTypes.includes(String(type))) return { outcome: 'not_found' }
  const found = workspace
    .list(place, String(type))
    .filter(({ fields }) =>
      Object.entries(filters).every(([name, value]) => fields[name] === value),
    )
  return toPage(found, limit)
}

function search(workspace: Workspace, { place, args, recordTypes }: Call): Outcome {
  const words = String(args.query).toLowerCase().split(/\s+/).filter(Boolean)
  const types = Array.isArray(args.types)
    ? recordTypes.filter((type) => new Set<unknown>(args.types as unknown[]).has(type))
    : recordTypes
  const found = types
    .flatMap((type) => workspace.list(place, type))
    .filter(({ fields }) => {
      const text = JSON.stringify(Object.values(fields)).toLowerCase()
      return words.every((word) => text.includes(word))
    })
  return toPage(found, args.limit)
}

function create(workspace: Workspace, { place, args }: Call): Outcome {
  const { type, ...given } = args
  const link = workspace.linkOf(String(type))
  if (link === undefined || !WRITABLE.has(String(type))) return { outcome: 'not_found' }
  const { [link.field]: parent, ...fields } = given
  const fault = faultOf(String(type), fields)
  if (fault !== undefined) return fault
  if (link.through === undefined && parent !== undefined) return refuseField(link.field)
  if (link.through !== undefined) {
    const above = workspace.find(place, link.through, String(parent))
    if (above === undefined) return { outcome: 'not_found' }
  }
  const leads = link.through === undefined ? place.business_id : parent
  const id = `${String(type)}_${crypto.randomUUID().replaceAll('-', '')}`
  const record = { type: String(type), id, fields: { ...fields, [link.field]: leads } }
  return applyChange(workspace, place, record)
}

function update(workspace: Workspace, { place, args, approvalId }: Call): Outcome {
  const { type, id, ...fields } = args
  const record = workspace.find(place, String(type), String(id))
  if (record === undefined) return { outcome: 'not_found' }
  const fault = faultOf(record.type, fields)
  if (fault !== undefined) return fault
  if (record.type === 'job' && record.fields.status === 'cancelled') {
    return { outcome: 'conflict', message: 'The job is cancelled' }
  }
  // Our own rule, whatever the service asks: only a person cancels a customer's order.
  if (record.type === 'job' && fields.status === 'cancelled' && approvalId === undefined) {
    return { outcome: 'held', reason: 'A person has to confirm that a job is cancelled' }
  }
  return applyChange(workspace, place, { ...record, fields: { ...record.fields, ...fields } })
}

/** A record of another business is absent like an unknown one. */
export function findTarget(workspace: Workspace, asked: TargetQuestion): TargetAnswer {
  const { operation, args, workspace_id, business_id } = asked
  const place = { workspace_id, business_id }
  const link = workspace.linkOf(String(args.type))
  const [type, id] =
    operation === 'record.update'
      ? [String(args.type), args.id]
      : [operation === 'record.create' ? link?.through : undefined, args[link?.field ?? '']]
  if (type === undefined) return { target: 'unknown' }
  const record = workspace.find(place, type, String(id))
  if (record === undefined) return { target: 'absent' }
  const name = record.fields.title ?? record.fields.name ?? record.fields.subject
  if (typeof name !== 'string') return { target: 'unknown' }
  // One line, of 300 characters at most.
  const line = name.replace(/\s+/g, ' ').trim().slice(0, 300)
  return line === '' ? { target: 'unknown' } : { target: 'record', business_id, name: line }
}

function faultOf(type: string, fields: Fields): Outcome | undefined {
  const writable = WRITABLE.get(type) ?? []
  const foreign = Object.keys(fields).find((name) => !writable.includes(name))
  return foreign === undefined ? undefined : refuseField(foreign)
}

function refuseField(field: string): Outcome {
  return { outcome: 'invalid', field, message: 'It cannot be written' }
}

function applyChange(workspace: Workspace, place: Place, record: StoredRecord): Outcome {
  workspace.put(record)
  const { type, id } = record
  const found = workspace.find(place, type, id)
  return { outcome: 'applied', result: { id }, records: found === undefined ? [] : [found] }
}

function toPage(found: readonly FoundRecord[], limit: unknown): Outcome {
  const most = typeof limit === 'number' ? Math.min(limit, LIMIT_MAX) : LIMIT_DEFAULT
  return { outcome: 'records', records: found.slice(0, most), more: found.length > most }
}
