import type { Registry } from '../../contract/registry.ts'

type License = Registry['service']['license']

/** What SPDX writes where nobody says a license, or where there is none (SPDX 2.3, 7.13). */
const NO_LICENSE = ['NOASSERTION', 'NONE']

/** The License Object of OpenAPI; nothing where the registry asserts no license. */
export function describeOpenapiLicense({ name, identifier }: License): object {
  return NO_LICENSE.includes(identifier) ? {} : { license: { name, identifier } }
}

/** AsyncAPI takes no SPDX identifier; the list that defines it has an address for each. */
export function describeAsyncapiLicense({ name, identifier }: License): object {
  if (NO_LICENSE.includes(identifier)) return {}
  // An expression, a license of one's own and "or later" by a sign have no page in that list.
  const listed = /^[A-Za-z0-9.-]+$/.test(identifier) && !identifier.startsWith('LicenseRef-')
  const url = listed ? { url: `https://spdx.org/licenses/${identifier}.html` } : {}
  return { license: { name, ...url } }
}
