import { isLoopback } from '../../../contract/loopback.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { isReservedAddress } from '../../../contract/reserved_names.ts'
import type { Source, SourcePage } from '../../../docs/model/source.ts'
import { describeReserved } from './_old_addresses.ts'

/** A folder of such a name would collide with a file of the page above it. */
const GENERATED_NAMES = new Set(['index.md', 'index.html'])

/** Checks that page addresses are unique, also on disks that ignore letter case. */
export function checkAddresses(
  pages: readonly SourcePage[],
  llmsFullPath: string | undefined,
): readonly Problem[] {
  const taken = new Map<string, SourcePage>()
  return pages.flatMap((page) => {
    const address = page.path.toLowerCase()
    const segments = address.split('/')
    if (isReservedAddress(address) || `/${segments[0]}` === llmsFullPath) {
      const what = describeReserved(`${page.path}/`)
      return [problemAt(page.place, what, 'rename or move the file')]
    }
    const generated = segments.find((segment) => GENERATED_NAMES.has(segment))
    if (generated !== undefined) {
      const what = `the name ${quote(generated)} is reserved for a generated file`
      return [problemAt(page.place, what, 'rename or move the file')]
    }
    const other = taken.get(address)
    if (other !== undefined) return [explainSharedAddress(page, other)]
    taken.set(address, page)
    return []
  })
}

/**
 * Addresses of the publisher that lead to a reader's own machine, although the service is public.
 * What is published in their place is the base address.
 */
export function findPrivateAddresses({ registry, baseUrl }: Source): readonly Problem[] {
  // A service on loopback, as in a test of https, is as private as its publisher.
  if (!baseUrl.startsWith('https:') || isLoopbackAddress(baseUrl)) return []
  return registry.publisherAddresses
    .filter(({ text }) => isLoopbackAddress(text))
    .map(({ text, place }) => {
      const what = `the address ${quote(text)} can be reached from this machine only`
      return problemAt(place, what, 'write the public one, or remove the line: it is BASE_URL then')
    })
}

export function isLoopbackAddress(text: string): boolean {
  return URL.canParse(text) && isLoopback(new URL(text))
}

function explainSharedAddress(page: SourcePage, other: SourcePage): Problem {
  const differs = page.path === other.path ? '' : ' except for letter case'
  return problemAt(
    page.place,
    `this page has the same address as ${quote(other.file)}${differs}`,
    'rename or remove one of the two',
  )
}
