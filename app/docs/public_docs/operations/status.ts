import { countOf } from '../../../contract/problem.ts'
import { UNSTATED_VERSION } from '../../../contract/registry.ts'
import { ok } from '../../../contract/result.ts'
import { listFacts } from './_markdown.ts'
import type { OperationModule, Question, SkillOutcome } from './_module.ts'
import { joinLines } from './_wording.ts'

export const status: OperationModule<'status'> = {
  run: (_, { snapshot }) => ok({ pages: snapshot.status().pages }),
  toMarkdown: ({ pages }) => [listFacts({ pages })],
  answer: describeStatus,
  subject: 'corpus',
  http: {
    run: ({ snapshot }) => ok({ json: JSON.stringify(snapshot.status()) }),
    example: ({ version, generated, pages }) => {
      return { parameters: {}, answer: { version, generated, pages: pages.length } }
    },
  },
}

/** Answers which corpus this is: version, instant of the build, count of pages. */
function describeStatus({ snapshot }: Question): SkillOutcome {
  const { title } = snapshot.registry.service
  const { version, generated, pages } = snapshot.status()
  const base = snapshot.baseUrl.replace(/\/+$/, '')
  const feed = `${base}/changelog/feed.xml`
  const manifest = `${base}/docs-manifest.json`
  const stated = version === UNSTATED_VERSION ? '' : `version ${version} and `
  const head = `The documentation of ${title} has ${stated}${countOf(pages, 'page')}`
  return ok({
    text: joinLines(
      `${head}; it was built at ${generated}.`,
      `All pages with their dates: ${manifest}`,
      `Changes as a feed: ${feed}`,
    ),
    data: { pages, manifest_url: manifest, feed_url: feed },
    citations: [],
  })
}
