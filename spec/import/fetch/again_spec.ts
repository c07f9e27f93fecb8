import { expect } from 'bun:test'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import {
  createSite,
  fetchAll,
  listCopy,
  makeHome,
  redirectTo,
  refusalOf,
  writePage,
} from './site.ts'

const PAGES = {
  '/': writePage('Home', ['a', 'b', 'old', 'print', 'plan.png']),
  '/a': writePage('A', ['c']),
  '/b': writePage('B'),
  '/c': writePage('C'),
  '/print': writePage('A', [], '<link rel="canonical" href="/a">'),
  '/old': redirectTo('/a'),
  '/plan.png': 'a picture',
  '/robots.txt': 'User-agent: *\n',
  '/sitemap.xml': '<urlset></urlset>',
}

verifies(
  'import.address_again',
  'fetchSite() asks a second time for changes alone, and drops what is gone',
  async () => {
    const [site, home] = [createSite(PAGES), await makeHome()]
    const first = await fetchAll(site, home)
    const before = await listCopy(first)
    site.takeStatuses()
    const second = await fetchAll(site, home)
    // Nothing tells whether a redirect or robots.txt changed.
    expect(site.takeStatuses().toSorted()).toEqual([200, 302, ...Array(7).fill(304)])
    expect([second.pages, second.unchanged]).toEqual([first.pages, 7])
    expect(await listCopy(second)).toEqual(before)
    site.answers.set('/a', writePage('A, changed'))
    site.answers.delete('/b')
    const third = await fetchAll(site, home)
    const gone = before.filter((file) => file !== 'b.html' && file !== 'c.html')
    expect(await listCopy(third)).toEqual(gone)
    expect(await readFile(join(third.folder, 'a.html'), 'utf8')).toContain('A, changed')
    await rm(join(third.folder, 'a.html'))
    expect(await listCopy(await fetchAll(site, home))).toEqual(gone)
  },
)

verifies(
  'import.address_again',
  'fetchSite() that is stopped keeps what it has, and goes on from there',
  async () => {
    const [site, home, stop] = [createSite(PAGES), await makeHome(), new AbortController()]
    site.answers.set('/b', () => {
      stop.abort()
      return new Response(PAGES['/b'], { headers: { 'content-type': 'text/html' } })
    })
    const refusal = await refusalOf(site, home, { stop: stop.signal })
    expect(refusal).toContain('it was stopped: run the same command again: it goes on from there')
    site.takeStatuses()
    const rest = await fetchAll(site, home)
    expect(rest.pages).toBe(4)
    expect(rest.unchanged).toBeGreaterThanOrEqual(2)
  },
)

verifies(
  'import.address_again',
  'fetchSite() keeps the last copy of a page that fails, and takes no record or link of others',
  async () => {
    const [site, home] = [createSite(PAGES), await makeHome()]
    const first = await fetchAll(site, home)
    site.answers.set('/b', () => new Response('', { status: 500 }))
    const second = await fetchAll(site, home)
    expect(await listCopy(second)).toEqual(await listCopy(first))
    expect(second.losses.map(({ what }) => what)).toEqual([
      'the page cannot be fetched: it answered 500, and its last copy is kept',
    ])
    const outside = join(home, 'outside.html')
    await writeFile(outside, 'of somebody else')
    await rm(join(first.folder, 'a.html'))
    await symlink(outside, join(first.folder, 'a.html'))
    const record = await readFile(`${first.folder}.json`, 'utf8')
    await writeFile(`${first.folder}.json`, record.replaceAll('"a.html"', '"../../outside.html"'))
    await fetchAll(createSite(PAGES), home)
    expect(await readFile(outside, 'utf8')).toBe('of somebody else')
    expect(await readFile(join(first.folder, 'a.html'), 'utf8')).toBe(PAGES['/a'])
  },
)
