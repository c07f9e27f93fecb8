import { describe, expect, test } from 'bun:test'
import { seedExample } from '../../../app/business/tools/adapters/embedded.ts'
import { changeExample } from '../../../app/cli/example.ts'
import { forEachStore } from '../../support/stores.ts'
import { createBusinessFixture, EXAMPLE, messageOf, READ, START_MS } from './business_fixture.ts'

const NOTE = { topic: 'routine', text: 'The oven is cleaned on Mondays.' }
const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }

forEachStore((_name, open) => {
  const start = async () => {
    const store = await open()
    const here = await createBusinessFixture(store)
    const run = (...words: readonly string[]) => changeExample(store.url, words)
    return { here, run }
  }

  describe('the example workspace', () => {
    test('seedExample() fills an empty store once, also from two processes', async () => {
      const store = await open()
      const other = await open(store.url)
      const seeded = await Promise.all([
        seedExample(store, EXAMPLE, START_MS),
        seedExample(other, EXAMPLE, START_MS),
        seedExample(store, EXAMPLE, START_MS),
      ])
      expect(seeded.filter(Boolean)).toHaveLength(1)
      expect(await store.sql.all('SELECT id FROM business')).toHaveLength(EXAMPLE.businesses.length)
      expect(await store.sql.all('SELECT id FROM domain_record')).toHaveLength(
        EXAMPLE.records.length,
      )
    })

    test('seedExample() gives a user who signed in before it their memberships', async () => {
      const { here } = await start()
      const { user } = await here.signIn('ben')
      const choices = await here.domain.businessesOf(user.userId)
      expect(choices.map(({ businessName }) => businessName)).toEqual(['Mossgate Heating'])
    })

    test('changeExample() archives and restores: the grant works again', async () => {
      const { here, run } = await start()
      const grant = await here.reader('ada', 'biz_bakery')
      expect(await run('archive', 'biz_bakery')).toBe(0)
      expect(messageOf(await here.read(grant, 'list_jobs'))).toContain('not available')
      expect(await run('restore', 'biz_bakery')).toBe(0)
      expect(await here.read(await here.reader('ada', 'biz_bakery'), 'list_jobs')).toMatchObject({
        answer: 'records',
      })
    })

    test('changeExample() cancels held calls of a business that it archives', async () => {
      const { here, run } = await start()
      const grant = await here.writer('ada', 'biz_bakery')
      const hold = (key: string) => here.write(grant, 'cancel_job', CANCEL, key)
      expect(await hold('key')).toMatchObject({ answer: 'held' })
      await run('archive', 'biz_bakery')
      await run('restore', 'biz_bakery')
      expect(messageOf(await hold('key'))).toContain('the held call was cancelled')
    })

    test('changeExample() removes: the grants of the business end with it', async () => {
      const { here, run } = await start()
      const header = `Bearer ${await here.token('ada', 'biz_bakery', [READ])}`
      const other = `Bearer ${await here.token('ada', 'biz_cycles', [READ], 'phone')}`
      expect(await run('remove', 'biz_bakery')).toBe(0)
      expect(await here.grants.authorise(header, READ)).toMatchObject({ ok: false })
      expect(await here.grants.authorise(other, READ)).toMatchObject({ ok: true })
    })

    test('changeExample() ends a membership, and nobody else loses theirs', async () => {
      const { here, run } = await start()
      const ada = await here.writer('ada', 'biz_bakery')
      const cleo = await here.writer('cleo', 'biz_bakery')
      expect(await run('remove-member', 'ada', 'biz_bakery')).toBe(0)
      expect(messageOf(await here.write(ada, 'add_memory_note', NOTE))).toContain('not available')
      expect(await here.write(cleo, 'add_memory_note', NOTE)).toMatchObject({ answer: 'applied' })
      expect(await here.brokenAt()).toBeUndefined()
    })

    const wrong: readonly (readonly [number, readonly string[]])[] = [
      [1, ['archive', 'biz_that_is_not']],
      [1, ['remove-member', 'nobody', 'biz_bakery']],
      [1, ['remove-member', 'ben', 'biz_bakery']],
      [2, []],
      [2, ['archive']],
      [2, ['archive', 'biz_bakery', 'more']],
      [2, ['remove-member', 'ada']],
      [2, ['burn', 'biz_bakery']],
      [2, ['constructor', 'biz_bakery']],
    ]
    for (const [exit, words] of wrong) {
      test(`changeExample() changes nothing for "${words.join(' ')}": ${exit}`, async () => {
        const { here, run } = await start()
        const before = await here.store.sql.all('SELECT * FROM membership ORDER BY user_id')
        expect(await run(...words)).toBe(exit)
        expect(await here.store.sql.all('SELECT * FROM membership ORDER BY user_id')).toEqual([
          ...before,
        ])
        const states = await here.store.sql.all('SELECT DISTINCT state FROM business')
        expect(states).toEqual([{ state: 'active' }])
      })
    }
  })
})

test('changeExample() reports that the store cannot be opened', async () => {
  expect(await changeExample('sqlite:', ['archive', 'biz_bakery'])).toBe(1)
})
