import { expect, test } from 'bun:test'
import { quoteInput, readMessage } from './json_rpc.ts'

const read = (text: string) => readMessage(new TextEncoder().encode(text))

function refusalOf(text: string) {
  const message = read(text)
  return message.ok ? undefined : message.error
}

test('readMessage() gives a request with empty params when it has none', () => {
  expect(read('{"jsonrpc":"2.0","id":"1","method":"ping"}')).toEqual({
    ok: true,
    value: { kind: 'request', id: '1', method: 'ping', params: {} },
  })
})

test('readMessage() keeps the type of an id when it is a string of digits or zero', () => {
  for (const id of ['"7"', '7', '0', '-3', '""', '9007199254740991']) {
    const message = read(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
    expect(message.ok && message.value.kind === 'request' && message.value.id).toBe(JSON.parse(id))
  }
})

test('readMessage() refuses an id when it is null, fractional or would come back changed', () => {
  for (const id of ['null', '1.5', 'true', '[]', '{}', '9007199254740993', '1e400']) {
    expect(refusalOf(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`), id).toEqual({
      reason: 'not_a_message',
      message: 'Cannot read message: "id" is neither a string nor an integer',
    })
  }
})

test('readMessage() gives a notification when there is no id', () => {
  const message = read('{"jsonrpc":"2.0","method":"tools/call","params":[1]}')
  expect(message).toEqual({
    ok: true,
    value: { kind: 'notification', method: 'tools/call', params: {} },
  })
})

test('readMessage() says not JSON when bytes are broken, cut or not UTF-8', () => {
  for (const text of ['', '{', '{"a":1,}', 'NaN', "{'a':1}"]) {
    expect(refusalOf(text)).toEqual({ reason: 'not_json' })
  }
  expect(readMessage(new Uint8Array([0x22, 0xff, 0x22]))).toEqual({
    ok: false,
    error: { reason: 'not_json' },
  })
})

test('readMessage() refuses an array when it is empty or holds good messages', () => {
  expect(refusalOf('[]')).toEqual({ reason: 'batch' })
  expect(refusalOf('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')).toEqual({ reason: 'batch' })
})

test('readMessage() keeps a readable id when the rest is no message', () => {
  for (const rest of ['"method":"ping"', '"jsonrpc":"1.0","method":"ping"', '"jsonrpc":"2.0"']) {
    const refusal = refusalOf(`{"id":5,${rest}}`)
    expect(refusal?.reason === 'not_a_message' && refusal.id).toBe(5)
  }
  const refusal = refusalOf('{"jsonrpc":"2.0","id":5,"method":"ping","params":null}')
  expect(refusal?.reason === 'not_a_message' && refusal.id).toBe(5)
})

test('readMessage() refuses a JSON value when it is no object', () => {
  for (const text of ['null', '1', '"x"', 'true']) {
    expect(refusalOf(text)?.reason).toBe('not_a_message')
  }
})

test('readMessage() survives brackets nested as deep as a body can hold', () => {
  const depth = 131_072
  const message = 'Cannot read message: it is nested more than 64 deep'
  const refusal = { reason: 'not_a_message', message } as const
  expect(refusalOf('['.repeat(depth) + ']'.repeat(depth))).toEqual(refusal)
})

test('quoteInput() cuts no character in half', () => {
  expect(quoteInput(`a${'😀'.repeat(80)}`).isWellFormed()).toBe(true)
  expect(quoteInput('a\ud800')).toBe('a\ufffd')
  expect(quoteInput('😀'.repeat(50))).toBe('😀'.repeat(50))
})
