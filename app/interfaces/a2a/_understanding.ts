import { readQuestionWords, type Snapshot } from '../../docs/public_docs/mod.ts'
import type { Understanding } from '../../docs/public_docs/operations/mod.ts'
import { findCapabilities, findNamedPage, type NamedPage } from './_mentions.ts'
import { readRequest, topicOf } from './_request.ts'

/** Half of a title names a capability, unless another one matches better. */
const TITLE_SHARE_MIN = 0.5
const MATCHES_MAX = 5

/** `page` is what the text of the message names by id or address, if that is known. */
export function createUnderstanding(
  page: NamedPage | undefined,
  snapshot: Snapshot,
): Understanding {
  return {
    findPage: async (text) => {
      const named = page ?? (await findNamedPage(text, snapshot))
      const request = readRequest(text, named, snapshot)
      if (request.page !== undefined) {
        return request.page.kind === 'record' ? request.page.record : undefined
      }
      const asked = readQuestionWords(text)
      const topic = topicOf(asked, snapshot)
      // If every word asks for something, these words are all that can name the page.
      const about = topic.length > 0 ? topic : asked.filter((word) => !word.isFunction)
      return snapshot.search(about.map((word) => word.text).join(' '), 1).records[0]
    },
    findCapabilities: (text) => {
      const asked = readQuestionWords(text)
      return findCapabilities(asked, snapshot.capabilities(), TITLE_SHARE_MIN).slice(0, MATCHES_MAX)
    },
    hasTopic: (text) => topicOf(readQuestionWords(text), snapshot).length > 0,
  }
}
