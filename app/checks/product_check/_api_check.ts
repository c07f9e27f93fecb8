import { describeAnswer, isAnswerFor, sendApi } from './_api_request.ts'
import { type Check, defineTargetCheck, type TargetWith } from './_check.ts'
import type { ProductClient, SignedRequest } from './_client.ts'
import type { ApiCall, ProductTarget } from './target_file.ts'

/** A call that the service would take as done. */
export const ANSWERED = 'an answer for the business'

type ApiTexts = {
  readonly name: string
  /** How the calls are sent, after "calls of the API". */
  readonly sent: string
  readonly expected: string
  readonly fix: string
}

/** A check that tries the read of the target file, and the write where it has one. */
export function defineApiCheck<Name extends keyof ProductTarget>(
  needs: readonly Name[],
  texts: ApiTexts,
  find: (
    client: ProductClient,
    call: ApiCall,
    given: TargetWith<Name | 'apiRead'>,
  ) => Promise<string>,
): Check {
  const names: readonly (Name | 'apiRead')[] = ['apiRead', ...needs]
  return defineTargetCheck(names, nameCheck(texts), async (client, given) => {
    for (const call of [given.apiRead, given.apiWrite]) {
      const found = call === undefined ? texts.expected : await find(client, call, given)
      if (found !== texts.expected) return `${call === given.apiRead ? 'read' : 'write'}: ${found}`
    }
    return texts.expected
  })
}

export function defineApiWriteCheck(
  texts: ApiTexts,
  find: (client: ProductClient, call: ApiCall, given: ProductTarget) => Promise<string>,
): Check {
  return defineTargetCheck(['apiWrite'], nameCheck(texts), (client, given) =>
    find(client, given.apiWrite, given),
  )
}

function nameCheck({ name, sent, ...texts }: ApiTexts): ApiTexts {
  return { name: `api.${name}`, sent: `calls of the API ${sent}`, ...texts }
}

/** What the service would make of the answer to a call for the active business. */
export async function findAnswer(
  client: ProductClient,
  request: SignedRequest,
  { active }: ProductTarget,
): Promise<string> {
  const answer = await sendApi(client, request)
  return isAnswerFor(answer, active) ? ANSWERED : describeAnswer(answer)
}
