import { expect, test } from 'bun:test'
import type { PackagesEntry } from '../../contract/registry_packages.ts'
import { addHostMembers, type Brand, keepHttps } from './brand.ts'

const packages: PackagesEntry = {
  name: 'org.example/docs',
  description: 'Docs.',
  category: 'Productivity',
  keywords: ['docs'],
  starters: ['What is new?'],
  hosts: { codex: { interface: { brandColor: '#336699' }, keywords: ['other'] } },
}
const service = {
  name: 'docs',
  title: 'Docs',
  description: 'Docs.',
  version: '1.0.0',
  organization: { name: 'Us', url: 'https://docs.example/' },
  contact: { name: 'Us', url: 'https://docs.example/' },
  license: { name: 'MIT License', identifier: 'MIT' },
  language: 'en',
  instructions: 'Search first.',
}
const home = 'https://docs.example/'
const brand: Brand = { service, tools: [], packages, home, endpoint: `${home}mcp` }

test('addHostMembers() joins maps and replaces lists, for that host alone', () => {
  const members = { keywords: ['docs'], interface: { displayName: 'Docs' } }
  expect(addHostMembers(brand, 'codex', members)).toEqual({
    keywords: ['other'],
    interface: { displayName: 'Docs', brandColor: '#336699' },
  })
  expect(addHostMembers(brand, 'cursor', members)).toEqual(members)
})

test('keepHttps() drops addresses that a host would refuse', () => {
  expect(keepHttps('url', home)).toEqual({ url: home })
  expect(keepHttps('url', 'http://localhost:8080/')).toEqual({})
})
