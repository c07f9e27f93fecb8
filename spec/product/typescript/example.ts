import {
  answerApplied,
  answerRecords,
  type Call,
  createApiGuard,
  createHandler,
  NOT_FOUND,
  readAddress,
} from './mod.ts'

// The notes of three businesses: arrays here, tables in your product.
const {
  PRODUCT_ISSUER = 'urn:lectern:example',
  PRODUCT_PORT = '9191',
  DOMAIN_SECRET = '',
} = process.env
const quill = { workspace_id: 'quill', workspace_name: 'Quill' }
const businesses = [
  { ...quill, business_id: 'bakery', business_name: 'Quill Bakery', people: ['ada'] },
  { ...quill, business_id: 'cycles', business_name: 'Quill Cycles', people: ['ben'] },
  // Archived, so that nobody reaches it.
  { ...quill, business_id: 'attic', business_name: 'Quill Attic', people: [] },
]
const notes = new Map([
  ['note_1', { business_id: 'bakery', fields: { text: 'Rye flour is in the blue tins' } }],
  ['note_2', { business_id: 'cycles', fields: { text: 'The key is under the mat' } }],
])
const list = ({ place }: Pick<Call, 'place'>) =>
  [...notes]
    .map(([id, note]) => ({ type: 'note', id, ...note }))
    .filter(({ business_id }) => business_id === place.business_id)
const find = (call: Pick<Call, 'place' | 'args'>) =>
  list(call).filter(({ id }) => id === call.args.id)

function save(id: string, { place, args }: Call) {
  const note = { business_id: place.business_id, fields: { text: String(args.text) } }
  notes.set(id, note)
  return answerApplied({ type: 'note', id, ...note })
}

const secrets = DOMAIN_SECRET.split(',').map((secret) => secret.trim())
const findBusinesses = ({ issuer, subject }: Call['user']) =>
  businesses.filter(({ people }) => issuer === PRODUCT_ISSUER && people.includes(subject))
const handle = createHandler({
  basePath: '/lectern',
  secrets,
  product: {
    recordTypes: ['note'],
    businesses: findBusinesses,
    // The name that a person sees who approves a held call.
    target: ({ args, workspace_id, business_id, operation }) => {
      if (operation !== 'note.edit') return { target: 'unknown' }
      const [note] = find({ args, place: { workspace_id, business_id } })
      if (note === undefined) return { target: 'absent' }
      return { target: 'record', business_id, name: note.fields.text.slice(0, 300) }
    },
    operations: {
      'note.list': { kind: 'read', run: (call) => answerRecords(list(call)) },
      'note.get': {
        kind: 'read',
        run: (call) => (find(call).length === 0 ? NOT_FOUND : answerRecords(find(call))),
      },
      'note.add': { kind: 'write', run: (call) => save(`note_${crypto.randomUUID()}`, call) },
      'note.edit': {
        kind: 'write',
        run: (call) => (find(call).length === 0 ? NOT_FOUND : save(String(call.args.id), call)),
      },
    },
  },
})

// An API of the product's own, for tools that name its addresses: list the notes, write one.
const verifyApiCall = createApiGuard({ secrets })
async function answerApi(request: Request): Promise<Response> {
  const checked = await verifyApiCall(request)
  if (!checked.taken) return new Response(null, { status: checked.status })
  const { user, place, target } = checked.call
  const isMember = findBusinesses(user).some(
    ({ workspace_id, business_id }) =>
      workspace_id === place.workspace_id && business_id === place.business_id,
  )
  if (!isMember) return new Response(null, { status: 403 })
  const headers = { 'Lectern-Business': place.business_id }
  // Only this address is signed: the one that a router read may have been changed on its way.
  const [path = ''] = target.split('?')
  const [business, id] = readNotesPath(path)
  if (business !== place.business_id) return new Response(null, { status: 404 })
  if (id === undefined && request.method === 'GET') {
    return Response.json(list({ place }), { headers })
  }
  if (id === undefined || request.method !== 'PUT') return new Response(null, { status: 404 })
  const isForeign = notes.has(id) && find({ place, args: { id } }).length === 0
  if (isForeign) return new Response(null, { status: 404 })
  const note = { business_id: business, fields: { text: String((await request.json()).text) } }
  notes.set(id, note)
  return Response.json({ id, ...note }, { headers })
}

/** Business and note of `/api/businesses/<business>/notes`, perhaps with `/<note>`. */
function readNotesPath(path: string): readonly string[] {
  const [, business, id] = /^\/api\/businesses\/([^/]+)\/notes(?:\/([^/]+))?$/.exec(path) ?? []
  return [business, id].flatMap((each) => (each === undefined ? [] : decodeURIComponent(each)))
}

const isApi = (request: Request) => readAddress(request)?.pathname.startsWith('/api/') === true
const { url } = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(PRODUCT_PORT),
  // No routes with wildcards: what they match is not yet verified.
  fetch: (request) => (isApi(request) ? answerApi : handle)(request),
})
console.log(`DOMAIN_URL=${url.origin}/lectern\nDOMAIN_API_URL=${url.origin}/api`)
