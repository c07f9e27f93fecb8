import { createProductApi } from './api.ts'
import { createProduct } from './product.ts'
import { readAddress } from './typescript/mod.ts'
import { type Data, Workspace } from './workspace.ts'

// A product to connect to: `bun spec/product/main.ts`. Settings: PRODUCT_PORT, PRODUCT_DATA (a
// file like corpus/example_workspace.yaml), PRODUCT_ISSUER (of its users) and DOMAIN_SECRET.
const {
  PRODUCT_PORT = '9191',
  PRODUCT_DATA = 'corpus/example_workspace.yaml',
  PRODUCT_ISSUER = 'urn:lectern:example',
  DOMAIN_SECRET = '',
} = process.env

const secrets = DOMAIN_SECRET.split(',')
  .map((secret) => secret.trim())
  .filter(Boolean)
if (secrets.length === 0) {
  console.error('Cannot start the product: DOMAIN_SECRET is not set')
  process.exit(2)
}

const data = Bun.YAML.parse(await Bun.file(PRODUCT_DATA).text()) as Data
const workspace = new Workspace(data, PRODUCT_ISSUER)
const shared = { secrets, workspace, clock: Date.now }
const answer = createProduct({ ...shared, basePath: '/lectern' })
const answerApi = createProductApi({ ...shared, basePath: '/api' })
const isApi = (request: Request) => readAddress(request)?.pathname.startsWith('/api/') === true
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(PRODUCT_PORT),
  fetch: (request) => (isApi(request) ? answerApi : answer)(request),
})
const { origin } = server.url
console.log(`DOMAIN_URL=${origin}/lectern\nDOMAIN_API_URL=${origin}/api`)
