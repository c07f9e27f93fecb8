import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { isReservedAddress, isReservedFolder } from '../../../contract/reserved_names.ts'
import type { Field } from '../../../docs/model/source.ts'
import type { SiteIndex } from './links.ts'

/** Whatever is at an address is shown there, so a redirect would never be seen. */
export function explainTakenAddress(address: Field, site: SiteIndex): Problem | undefined {
  const reserved = explainReservedAddress(address)
  if (reserved !== undefined) return reserved
  const { text, place } = address
  const shown = quote(`/${text}`)
  const page = site.byPath.get(text)
  if (page !== undefined) {
    const what = `${shown} is the address of the page ${quote(page.file)}`
    return problemAt(place, what, 'remove it, or move that page')
  }
  if (!site.generated.has(text)) return undefined
  return problemAt(place, `${shown} is the address of something that the build writes`, 'remove it')
}

/** The service answers some addresses itself, in every deployment. */
function explainReservedAddress({ text, place }: Field): Problem | undefined {
  if (!isReservedAddress(text)) return undefined
  return problemAt(
    place,
    describeReserved(text),
    'remove it, or redirect it in front of the service',
  )
}

/** A redirect of a folder of which nothing is free would never be followed. */
export function explainReservedFolder({ text, place }: Field): Problem | undefined {
  if (!isReservedFolder(text)) return undefined
  const what = describeReserved(`${text}/*`)
  return problemAt(place, what, 'remove it, or redirect it in front of the service')
}

export function describeReserved(path: string): string {
  return `the address ${quote(`/${path}`)} is reserved for the service`
}
