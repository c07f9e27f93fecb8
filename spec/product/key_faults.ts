import type { ProductFault } from './product_faults.ts'

const CALLS = 'typescript/calls.ts'

/** Answers a key that was applied before anything else is looked at; `name` says whose it is. */
function answerUsedKeys(name: string): Pick<ProductFault, 'file' | 'find' | 'replace'> {
  return {
    file: 'typescript/mod.ts',
    find: 'const call = createCalls(product, clock, keys)',
    replace: `const answer = createCalls(product, clock, keys)
      const used = new Map()
      const call = async (asked) => {
        const name = JSON.stringify([asked.idempotency_key, asked.args, ${name}])
        if (used.has(name)) return used.get(name)
        const outcome = await answer(asked)
        if (asked.idempotency_key && outcome.outcome === 'applied') used.set(name, outcome)
        return outcome
      }`,
  }
}

/** Faults of idempotency keys. */
export const KEY_FAULTS: readonly ProductFault[] = [
  {
    what: 'answers a used key before it looks at who asks',
    ...answerUsedKeys("''"),
    fails: 'key.stranger',
  },
  {
    what: 'looks only at the person before it answers a used key',
    ...answerUsedKeys('asked.context.user'),
    fails: 'key.archived',
  },
  {
    what: 'applies a write again and answers with the first outcome',
    file: CALLS,
    find: 'if (before.text === text) return await before.outcome',
    replace: 'if (before.text === text) return await apply().then(() => before.outcome)',
    fails: 'key.again',
  },
  {
    what: 'applies a write five times at once and answers with the first outcome',
    file: CALLS,
    find: 'if (before.text === text) return await before.outcome',
    replace: 'if (before.text === text) return await apply().then(() => before.outcome)',
    fails: 'key.at_once',
  },
  {
    what: 'accepts a key with other arguments',
    file: CALLS,
    find: 'if (before.text === text) return await before.outcome',
    replace: 'if (before.text !== undefined) return await before.outcome',
    fails: 'key.other_arguments',
  },
  {
    what: 'forgets keys',
    file: CALLS,
    find: "if ((await outcome).outcome !== 'applied') writes.delete(key)",
    replace: 'if (await outcome) writes.delete(key)',
    fails: 'key.again',
  },
  {
    what: 'applies a write twice that comes twice at once',
    file: CALLS,
    find: 'const outcome = apply()',
    replace: 'await new Promise((done) => setTimeout(done, 20))\n      const outcome = apply()',
    fails: 'key.at_once',
  },
]
