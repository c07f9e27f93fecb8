import { answerApplied, answerRecords, type Call, createHandler, NOT_FOUND } from './mod.ts'

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

const handle = createHandler({
  basePath: '/lectern',
  secrets: DOMAIN_SECRET.split(',').map((secret) => secret.trim()),
  product: {
    recordTypes: ['note'],
    businesses: ({ issuer, subject }) =>
      businesses.filter(({ people }) => issuer === PRODUCT_ISSUER && people.includes(subject)),
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
const { url } = Bun.serve({ hostname: '127.0.0.1', port: Number(PRODUCT_PORT), fetch: handle })
console.log(`DOMAIN_URL=${url.origin}/lectern`)
