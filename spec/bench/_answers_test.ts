import { expect, test } from 'bun:test'
import { createArrival, takeChunk } from './_answers.ts'

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 5\r\n\r\nhello')

test('takeChunk() reads an answer however it is cut, and then the next one', () => {
  for (let cut = 1; cut < ANSWER.length; cut += 1) {
    const arrival = createArrival()
    for (let answers = 0; answers < 2; answers += 1) {
      expect(takeChunk(arrival, ANSWER.subarray(0, cut))).toBe(false)
      expect(takeChunk(arrival, ANSWER.subarray(cut))).toBe(true)
    }
  }
  const arrival = createArrival()
  const bytes = [...ANSWER].map((byte) => takeChunk(arrival, Uint8Array.of(byte)))
  expect(bytes.indexOf(true)).toBe(ANSWER.length - 1)
})
