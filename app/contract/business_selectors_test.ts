import { expect, test } from 'bun:test'
import { selectsBusiness } from './business_selectors.ts'

const SELECTORS = ['Workspace', 'tenant_id', 'organisation-slugs', 'ORG', 'businesses', 'ａccount']
const OTHERS = [
  'business_hours',
  'account_number',
  'id',
  'name',
  'workspace_notes',
  'organizer',
  '',
]

test('selectsBusiness() recognises a workspace or a business in every spelling', () => {
  expect(SELECTORS.filter((name) => !selectsBusiness(name))).toEqual([])
})

test('selectsBusiness() ignores a name that only starts like one', () => {
  expect(OTHERS.filter(selectsBusiness)).toEqual([])
})
