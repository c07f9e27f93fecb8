import { expect, test } from 'bun:test'
import { readPageAddress } from './_page_addresses.ts'

const BASE = 'https://docs.example.org/guide'

test.each([
  ['https://docs.example.org/guide/run/settings/', 'run/settings', ''],
  ['http://docs.example.org/guide/run/settings/index.md', 'run/settings', ''],
  ['https://docs.example.org/guide', '', ''],
  ['https://docs.example.org/guide/run/settings/?x=1#the-order', 'run/settings', 'the-order'],
  ['/guide/run/settings', 'run/settings', ''],
  ['/run/settings/', 'run/settings', ''],
  ['/run/settings.md', 'run/settings', ''],
  ['run/settings.md#%C3%BCber', 'run/settings', 'über'],
  ['/guidebook/', 'guidebook', ''],
])('readPageAddress() reads "%s"', (text, path, anchor) => {
  expect(readPageAddress(text, BASE)).toEqual({ path, anchor })
})

test.each([
  'settings',
  'run settings',
  'https://docs.example.org/guidebook/',
  'https://other.example/run/settings/',
  '/',
  'a / b',
  'run/%zz',
])('readPageAddress() takes "%s" for no address of ours', (text) => {
  expect(readPageAddress(text, BASE)).toBeUndefined()
})
