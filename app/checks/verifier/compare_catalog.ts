import { API_CATALOG_FILE, SKILLS_INDEX_FILE } from '../../contract/mcp_discovery.ts'
import type { Check } from './findings.ts'
import { objectsAt, parseJson } from './json.ts'
import { pathOf, type Reading } from './reading.ts'
import { readFile } from './static_files.ts'

/** Relations whose links lead to a document; `item` leads to an interface, which wants a POST. */
const DOCUMENTS = ['service-desc', 'service-doc', 'service-meta', 'status'] as const

/**
 * The catalog leads to files that are there, and skills are the files that the index names. The
 * contract asks for neither, so a service of an earlier version has no catalog.
 */
export async function compareCatalog(reading: Reading, check: Check): Promise<void> {
  const { client } = reading
  const path = `/${API_CATALOG_FILE}`
  if ((await client.call(path, { method: 'HEAD' })).status === 404) return
  const text = await readFile(client, check, path, 'application/linkset+json')
  const linkset = objectsAt(parseJson(text ?? ''), 'linkset')
  const links = linkset.flatMap((entry) => DOCUMENTS.flatMap((name) => objectsAt(entry, name)))
  check.equal(API_CATALOG_FILE, 'links', 'links', links.length > 0 ? 'links' : 'none')
  for (const href of new Set(links.map(({ href }) => String(href)))) {
    const target = pathOf(reading, href)
    const answer = target === undefined ? undefined : await client.call(target, { limit: 'public' })
    check.equal(API_CATALOG_FILE, `link ${href}`, 200, answer?.status)
  }
  await compareSkills(reading, check)
}

async function compareSkills(reading: Reading, check: Check): Promise<void> {
  const { client } = reading
  const index = await readFile(client, check, `/${SKILLS_INDEX_FILE}`, 'application/json')
  const skills = objectsAt(parseJson(index ?? ''), 'skills')
  check.equal(SKILLS_INDEX_FILE, 'skills', 'skills', skills.length > 0 ? 'skills' : 'none')
  for (const { name, url, digest } of skills) {
    const path = pathOf(reading, String(url))
    const answer = path === undefined ? undefined : await client.call(path)
    const bytes = new Bun.CryptoHasher('sha256').update(answer?.text ?? '')
    check.equal(SKILLS_INDEX_FILE, `skill ${name}`, digest, `sha256:${bytes.digest('hex')}`)
  }
}
