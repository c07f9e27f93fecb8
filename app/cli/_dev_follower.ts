import type { LiveChange, LiveCorpus } from '../build/corpus_build/live_corpus.ts'
import type { Preview } from '../build/preview/mod.ts'
import type { DevReport } from './_dev_report.ts'

/** Browsers fetch the page within this time; comparing a large corpus would make them wait. */
const CHECK_AFTER_MS = 150

type FollowerParts = {
  readonly live: LiveCorpus
  readonly preview: Preview
  readonly report: DevReport
}

/** Follows a save of these paths; of anything, without them. */
type Follow = (paths: readonly string[] | undefined) => Promise<void>

/** The text of a page is shown first; then it is compared with the rest of the corpus. */
export function createFollower({ live, preview, report }: FollowerParts): Follow {
  let timer: ReturnType<typeof setTimeout> | undefined
  let reportSave: (() => void) | undefined

  const check = (): void => {
    try {
      const before = JSON.stringify(live.problems())
      if (JSON.stringify(live.check()) !== before) preview.publish(NOTHING_ELSE)
    } catch (error) {
      // A bug must not end the preview: it goes on with what it showed.
      report.failed(error)
    }
    reportSave?.()
    reportSave = undefined
  }
  return async (paths) => {
    clearTimeout(timer)
    reportSave?.()
    const startMs = performance.now()
    const change = await live.follow(paths)
    preview.publish(change)
    const tookMs = performance.now() - startMs
    reportSave = () => report.followed(paths, change, tookMs)
    timer = setTimeout(check, CHECK_AFTER_MS)
  }
}

const NOTHING_ELSE: LiveChange = { pages: [], moves: new Map() }
