import { expect } from 'bun:test'
import { renderScript } from '../../../app/docs/site/script.ts'
import bundle from '../../../app/docs/site/script_bundle.txt' with { type: 'text' }
import { SITE_LANGUAGES } from '../../../app/docs/site/texts.ts'
import { bundleClient } from '../../../scripts/bundle_clients.ts'
import { verifies } from '../../requirements/verifies.ts'

const SCRIPT_BYTES_MAX = 12 * 1024

verifies('site.script', 'the kept bundle is what its sources give', async () => {
  // After a change below app/docs/site/client: bun scripts/bundle_clients.ts
  expect(bundle).toBe(await bundleClient('site'))
})

verifies('site.script', 'the script has at most 12 kB with gzip, in every language', () => {
  const search = { api: '/api/public/docs/search', page: '/search/' }
  for (const [language, texts] of Object.entries(SITE_LANGUAGES)) {
    const script = renderScript({ language, texts, search })
    expect(Bun.gzipSync(script).length).toBeLessThan(SCRIPT_BYTES_MAX)
    expect(() => new Function(script)).not.toThrow()
  }
})
