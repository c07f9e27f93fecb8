import { type PageText, writeCode, writePlain } from './_text.ts'
import { type Fields, readFields, readText } from './values.ts'

/** What a scheme is, in a few words: `apiKey, X-Key in header`. */
export function summarizeScheme(fields: Fields): string {
  const { type, scheme, in: place, name: key, openIdConnectUrl } = fields
  const where = readText(place) === '' ? '' : `${writeCode(readText(key))} in ${writePlain(place)}`
  const details = [writePlain(type), writePlain(scheme), where, writePlain(openIdConnectUrl)]
  return details.filter((word) => word !== '').join(', ')
}

/** Lists the schemes of a description, with their words and scopes. */
export function addSchemes(text: PageText, root: Fields): void {
  const schemes = Object.entries(readFields(readFields(root.components).securitySchemes))
  if (schemes.length === 0) return
  text.add('## Authorization')
  const rows = schemes.map(([name, each]) => {
    const scheme = readFields(each)
    const more = readText(scheme.description).replace(/\s+/g, ' ')
    const words = `${summarizeScheme(scheme)}${more === '' ? '' : `. ${more}`}`
    return `- ${writeCode(name)}: ${words}${listFlows(scheme.flows)}`
  })
  text.add(rows.join('\n'))
}

function listFlows(flows: unknown): string {
  return Object.entries(readFields(flows))
    .map(([name, each]) => {
      const { authorizationUrl, tokenUrl, scopes } = readFields(each)
      const addresses = [authorizationUrl, tokenUrl].map(readText).filter((url) => url !== '')
      const rows = Object.entries(readFields(scopes)).map(([scope, words]) => {
        const meaning = writePlain(words)
        return `\n    - ${writeCode(scope)}${meaning === '' ? '' : `: ${meaning}`}`
      })
      return `\n  - ${writePlain(name)}: ${addresses.map(writeCode).join(', ')}${rows.join('')}`
    })
    .join('')
}
