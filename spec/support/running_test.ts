import { expect, test } from 'bun:test'
import { freePort } from './running.ts'

test('freePort() gives up when every port has been given', async () => {
  const takeAll = async () => {
    for (let taken = 0; taken < 3; taken += 1) await freePort({ first: 19_000, count: 2 })
  }
  await expect(takeAll()).rejects.toThrow('Cannot find a free port: 2 tries from 19000 on failed')
})
