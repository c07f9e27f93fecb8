import { join } from 'node:path'
import { readChangelog } from '../../app/build/corpus_build/read/changelog.ts'
import { listCommitted, type Origin } from './origin.ts'

const FOLDER = 'corpus/changelog'

/** The section of the changelog for a release: what was added since the release before it. */
export async function formatChangeList(root: string, origin: Origin): Promise<string> {
  const { tagBefore, name, version } = origin
  const known = new Set(tagBefore === undefined ? [] : listCommitted(root, tagBefore, FOLDER))
  const { changes, problems } = await readChangelog({ path: join(root, FOLDER), name: FOLDER })
  const [problem] = problems
  if (problem !== undefined) throw new Error(`Cannot read "${FOLDER}": run check`)
  const fresh = changes.filter(({ id }) => !known.has(`${FOLDER}/${id}.md`))
  const sections = fresh
    .toReversed()
    .flatMap(({ title, date, summary }) => [
      `## ${title.text}`,
      '',
      `${date.text}. ${summary.trim()}`,
      '',
    ])
  return [`# ${name} ${version}`, '', ...sections].join('\n')
}
