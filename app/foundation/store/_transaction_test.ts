import { describe, expect, test } from 'bun:test'
import { createAttempt, restrictToReads, waitForWork } from './_transaction.ts'
import { type Sql, StoreUnavailable } from './port.ts'

/** A connection that does what the text says. */
const connection: Sql = {
  all: async () => [],
  one: async () => ({ one: 1 }),
  run: async (text) => {
    if (text === 'fail') throw new RangeError('first')
    return 1
  },
}

describe('createAttempt()', () => {
  test('lends statements until its end', async () => {
    const { sql, end } = createAttempt(connection)
    expect(await sql.run('do')).toBe(1)
    expect(await sql.one('ask')).toEqual({ one: 1 })
    end()
    await expect(sql.all('ask')).rejects.toThrow('Cannot use a transaction: it has ended')
  })

  test('refuses what follows a failure, and to end, with the first failure', async () => {
    const { sql, end } = createAttempt(connection)
    await expect(sql.run('fail')).rejects.toThrow('first')
    await expect(sql.run('do')).rejects.toThrow('first')
    expect(end).toThrow(new RangeError('first'))
  })

  test('refuses statements of abandoned work', async () => {
    const { sql, close } = createAttempt(connection)
    close()
    await expect(sql.run('do')).rejects.toThrow('it has ended')
  })
})

describe('waitForWork()', () => {
  test('returns the value or throws the failure of the work', async () => {
    expect(await waitForWork(Promise.resolve(1))).toBe(1)
    await expect(waitForWork(Promise.reject(new RangeError('own')))).rejects.toThrow(RangeError)
  })

  test('abandons work that does not end', async () => {
    const never = new Promise<void>(() => undefined)
    await expect(waitForWork(never, 5)).rejects.toThrow(StoreUnavailable)
  })
})

test('restrictToReads() lends reads and refuses changes', async () => {
  const sql = restrictToReads(connection)
  expect(await sql.one('ask')).toEqual({ one: 1 })
  await expect(sql.run('do')).rejects.toThrow('Cannot run "do": it is outside a transaction')
})
