import { expect, test } from 'bun:test'
import { followRedirects, type RedirectEnd, type RedirectRules } from './redirects.ts'

const RULES: RedirectRules = {
  redirects: {
    old: 'new#part',
    older: 'old',
    out: 'https://blog.example/x',
    'v1/special': 'new',
    kept: 'gone/x#spot',
    a: 'b',
    b: 'a',
  },
  redirect_folders: {
    v1: '*',
    'v1/blog': 'https://blog.example/*',
    gone: 'new',
    ring: 'ring/ring/*',
  },
}

const THERE = new Set(['new', 'guide/start'])

test.each<[string, RedirectEnd | undefined]>([
  ['old', { kind: 'path', path: 'new', anchor: 'part' }],
  ['older', { kind: 'path', path: 'new', anchor: 'part' }],
  ['kept', { kind: 'path', path: 'new', anchor: 'spot' }],
  ['out', { kind: 'address', url: 'https://blog.example/x' }],
  ['v1/guide/start', { kind: 'path', path: 'guide/start', anchor: '' }],
  ['v1/older', { kind: 'path', path: 'new', anchor: 'part' }],
  ['v1/special', { kind: 'path', path: 'new', anchor: '' }],
  ['v1/blog/ä b/c', { kind: 'address', url: 'https://blog.example/%C3%A4%20b/c' }],
  ['v1/blog', { kind: 'address', url: 'https://blog.example/' }],
  ['gone/with/all', { kind: 'path', path: 'new', anchor: '' }],
  ['v1/nowhere', { kind: 'missing', path: 'nowhere' }],
  ['v12/guide', undefined],
  ['constructor', undefined],
  ['a', { kind: 'circle' }],
  ['ring/x', { kind: 'circle' }],
])('followRedirects() leads "%s" to its end', (from, end) => {
  expect(followRedirects(RULES, from, (path) => THERE.has(path))).toEqual(end)
})
