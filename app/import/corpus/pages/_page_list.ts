import { posix } from 'node:path'
import { addressOf } from './page_names.ts'

/** Body of a page that had only components: its description and the pages below it. */
export function listPagesBelow(
  page: string,
  description: string,
  titles: ReadonlyMap<string, string>,
): string {
  const byAddress = new Map([...titles.keys()].map((each) => [addressOf(each), each]))
  const links = [...titles]
    .filter(([each]) => findParent(each, byAddress) === page)
    .map(([each, title]) => {
      const address = posix.relative(posix.dirname(page), each)
      return `- [${escapeWords(title)}](${address})`
    })
  return [escapeWords(description), ...(links.length === 0 ? [] : [links.sort().join('\n')])].join(
    '\n\n',
  )
}

/** The nearest page above a page. */
function findParent(page: string, byAddress: ReadonlyMap<string, string>): string | undefined {
  for (let above = addressOf(page); above !== ''; ) {
    above = above.includes('/') ? above.slice(0, above.lastIndexOf('/')) : ''
    const parent = byAddress.get(above)
    if (parent !== undefined) return parent
  }
  return undefined
}

function escapeWords(text: string): string {
  return text.replace(/[[\]\\`*_<]/g, '\\$&')
}
