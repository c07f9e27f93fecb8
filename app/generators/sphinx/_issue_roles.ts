import { escapeText, splitReference, writeLink } from './_text.ts'

/** Roles of the extension sphinx-issues: address below the repository, and words of a link. */
const ROLES: Readonly<Record<string, readonly [address: string, words: string]>> = {
  issue: ['%r/issues/%s', '#%s'],
  pr: ['%r/pull/%s', '#%s'],
  user: ['https://github.com/%s', '@%s'],
  pypi: ['https://pypi.org/project/%s/', '%s'],
}

/** An issue, a user or a package as a link; `1,2` are two. */
export function writeIssueRole(name: string, text: string, path: string): string | undefined {
  const [address, words] = ROLES[name] ?? []
  if (address === undefined || words === undefined) return undefined
  const links = text.split(',').map((each) => {
    const own = splitReference(each.trim())
    const where = address.replace('%r', `https://github.com/${path}`).replace('%s', own.target)
    return writeLink(escapeText(own.words ?? words.replace('%s', own.target)), where)
  })
  return links.join(', ')
}
