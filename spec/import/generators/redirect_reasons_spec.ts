import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder } from './importing.ts'

const home = await createHome()

const REDIRECTS = [
  { source: '/kept', destination: '/a/one' },
  { source: '/page', destination: '/none' },
  { source: '/folder/:slug*', destination: '/none/:slug*' },
  { source: '/pattern/:slug*', destination: '/a/:slug*/more' },
  { source: '/from', destination: '/to' },
  { source: '/to', destination: '/from' },
]

verifies(
  ['import.redirects', 'import.never_silent'],
  'importDocs() says why a redirect is left out, and what to do',
  async () => {
    const navigation = { pages: ['index', 'a/one'] }
    const [from, to] = await createFolders(home, {
      'docs.json': JSON.stringify({ name: 'Kettle', navigation, redirects: REDIRECTS }),
      'index.mdx': '# Start\n\nText.\n',
      'a/one.mdx': '# One\n\nText.\n',
    })
    const { losses } = await importFolder(from, to)
    const reasons = losses.map(({ what, fix }) => [what.replace(/^.* is left out, /, ''), fix])
    const outside = 'or redirect it in front of the service'
    expect(reasons).toEqual([
      ['because no imported page is below its target', `correct the target, ${outside}`],
      ['because it leads in a circle', 'let it lead to a page'],
      ['because its target is no imported page', `correct the target, ${outside}`],
      [
        'because its target has a pattern that is not "*" at the end of both addresses',
        `list its addresses one by one, ${outside}`,
      ],
      ['because it leads in a circle', 'let it lead to a page'],
    ])
  },
)
