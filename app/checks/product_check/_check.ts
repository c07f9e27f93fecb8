import { messageOf } from '../../contract/problem.ts'
import type { ProductClient } from './_client.ts'
import type { ProductTarget } from './target_file.ts'
import type { Verdict } from './verdict.ts'

/** One thing that is tried, and what is right. */
export type Check = {
  /** Names the check in reports and tests: a topic, a dot and what is tried. */
  readonly name: string
  readonly sent: string
  readonly expected: string
  readonly fix: string
  run(client: ProductClient): Promise<Verdict>
}

type CheckTexts = Pick<Check, 'name' | 'sent' | 'expected' | 'fix'>

/** A check that needs nothing of a target file; `find` gives what is compared with `expected`. */
export function defineCheck(
  texts: CheckTexts,
  find: (client: ProductClient) => Promise<string>,
): Check {
  return { ...texts, run: async (client) => compare(texts, await tryFind(() => find(client))) }
}

/** A check that needs members of the target file, and is not made without them. */
export function defineTargetCheck<Name extends keyof ProductTarget>(
  needs: readonly Name[],
  texts: CheckTexts,
  find: (client: ProductClient, given: TargetWith<Name>) => Promise<string>,
): Check {
  return {
    ...texts,
    run: async (client) => {
      const { name, sent, expected } = texts
      const absent = needs.filter((each) => client.target?.[each] === undefined)
      if (client.target === undefined || absent.length > 0) {
        return { name, sent, expected, state: 'not_made', needs: absent.join(', ') }
      }
      // Each member that the check needs was found above.
      const given = client.target as TargetWith<Name>
      return compare(texts, await tryFind(() => find(client, given)))
    },
  }
}

export type TargetWith<Name extends keyof ProductTarget> = ProductTarget &
  Required<Pick<ProductTarget, Name>>

function compare({ name, sent, expected, fix }: CheckTexts, found: string): Verdict {
  const texts = { name, sent, expected }
  return found === expected
    ? { ...texts, state: 'passed' }
    : { ...texts, state: 'failed', found, fix }
}

/** A product that does not answer fails a check, and the next one is made. */
async function tryFind(find: () => Promise<string>): Promise<string> {
  try {
    return await find()
  } catch (error) {
    return `no answer: ${messageOf(error)}`
  }
}
