import { createApiGuard } from './typescript/mod.ts'
import type { Place, Workspace } from './workspace.ts'

type ApiOptions = {
  /** The path of `DOMAIN_API_URL`. */
  readonly basePath: string
  readonly secrets: readonly string[]
  readonly workspace: Workspace
  readonly clock: () => number
}

const TYPE = 'memory_note'

/** The product's own API, as far as tools call it: notes of a business, to list and to add. */
export function createProductApi({
  basePath,
  workspace,
  ...guard
}: ApiOptions): (request: Request) => Promise<Response> {
  const verifyApiCall = createApiGuard(guard)
  const ids = new Map<string, string>()

  return async (request) => {
    const checked = await verifyApiCall(request)
    if (!checked.taken) return new Response(null, { status: checked.status })
    const { user, place, target, idempotencyKey } = checked.call
    if (workspace.role(user, place) === undefined) return new Response(null, { status: 403 })
    // The address has the business once more; what the grant says is in the context alone.
    const [pathname = ''] = target.split('?')
    const path = `${basePath}/businesses/${place.business_id}/notes`
    if (pathname !== path) return new Response(null, { status: 404 })
    const headers = { 'lectern-business': place.business_id }
    if (request.method === 'GET') {
      return Response.json({ notes: workspace.list(place, TYPE).map(toNote) }, { headers })
    }
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const { topic, text } = Object(await request.json())
    if (typeof topic !== 'string' || typeof text !== 'string') {
      return new Response(null, { status: 422 })
    }
    // A key belongs to one person in one business.
    const key = JSON.stringify([place, user.issuer, user.subject, idempotencyKey])
    const id = ids.get(key) ?? `note_${crypto.randomUUID()}`
    if (!ids.has(key)) addNote(workspace, place, id, { topic, text })
    if (idempotencyKey !== undefined) ids.set(key, id)
    const note = workspace.find(place, TYPE, id)
    return Response.json(note === undefined ? {} : toNote(note), { status: 201, headers })
  }
}

type Note = { readonly topic: string; readonly text: string }

function addNote(workspace: Workspace, { business_id }: Place, id: string, note: Note): void {
  workspace.put({ type: TYPE, id, fields: { ...note, business_id } })
}

function toNote({ id, fields }: NonNullable<ReturnType<Workspace['find']>>): object {
  const { topic, text, business_id } = fields
  return { id, topic, text, business: business_id }
}
