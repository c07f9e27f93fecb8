import { expect, test } from 'bun:test'
import { maySelectBusiness, selectsBusiness } from './business_selectors.ts'

const SELECTORS = [
  ...['Workspace', 'tenant_id', 'organisation-slugs', 'ORG', 'businesses', 'ａccount', 'WorkSpace'],
  ...['organization_id_or_slug', 'workspace_gid', 'filter[account_id]', 'where.tenant_id'],
  ...['account_identifier', 'on_behalf_of', 'onBehalfOf', 'businessUnitId', 'sub_account_id'],
  ...['dest.workspace_gid', 'AccountSid', 'workspaceid', 'filter[tenantid]', 'tenant__in'],
  ...['account2', 'tenant_2_id', 'subaccount', 'OrganizationUUID', 'ORGId', 'tén\u200bant'],
  ...['target account', 'from_account', 'organization_code', 'x-account-token', 'tenancy_ocid'],
  ...['filter[ORGid]', 'business_account', 'tEnAnT'],
  ...[
    'mandant_id',
    'Mandanten',
    'mandantenNr',
    'mandant_nr',
    'mandantennummer',
    'inquilinoId',
    'locataire',
  ],
  ...[
    'huurder',
    'organización_id',
    'organizzazione',
    'kiracı',
    'テナントID',
    '租户',
    'id_арендатора',
  ],
  ...['t\u0435nant', '\u041e\u0433g', 'ten\u03b1nt_id', 'acc\u043eunt', 'W\u043erkspace', 'АССТ'],
]
const DOUBTS = [
  ...['business_hours', 'account_number', 'workspace_notes', 'billing_account', 'org_type'],
  ...['kunde', 'klant_id', 'empresaId', 'зtenаntk', 'ѳrg'],
  ...['team_gid', 'filter[project_id]', 'customer', 'login_customer_id', 'siteid', 'impersonate'],
]
const OTHERS = [
  'id',
  'name',
  'organizer',
  'accounting',
  'accountable',
  'originId',
  'team_size',
  '',
  'цена',
  'имя',
  '名前',
  'größe',
]

test('selectsBusiness() recognises a workspace or a business in every spelling', () => {
  expect(SELECTORS.filter((name) => !selectsBusiness(name))).toEqual([])
})

test('maySelectBusiness() leaves to a person what has one of the words beside others', () => {
  expect(DOUBTS.filter(selectsBusiness)).toEqual([])
  expect(DOUBTS.filter((name) => !maySelectBusiness(name))).toEqual([])
})

test('neither speaks of a name that only starts like one', () => {
  expect(OTHERS.filter((name) => selectsBusiness(name) || maySelectBusiness(name))).toEqual([])
})
