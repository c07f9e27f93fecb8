import type { Registry } from '../../../contract/registry.ts'

type License = Registry['service']['license']

/** What SPDX writes where no license is asserted, or where there is none (SPDX 2.3, 7.13). */
const NO_LICENSE = ['NOASSERTION', 'NONE']

/** The License Object of OpenAPI; absent where the registry asserts no license. */
export function describeOpenapiLicense({ name, identifier }: License): object {
  return NO_LICENSE.includes(identifier) ? {} : { license: { name, identifier } }
}

/** AsyncAPI takes no SPDX identifier, so this links to its page in the SPDX list. */
export function describeAsyncapiLicense({ name, identifier }: License): object {
  if (NO_LICENSE.includes(identifier)) return {}
  // Expressions, LicenseRef identifiers and "+" suffixes have no page in that list.
  const listed = /^[A-Za-z0-9.-]+$/.test(identifier) && !identifier.startsWith('LicenseRef-')
  const url = listed ? { url: `https://spdx.org/licenses/${identifier}.html` } : {}
  return { license: { name, ...url } }
}
