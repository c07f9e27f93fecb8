import { call, envelope, message, post } from './calls.ts'
import { CONTENT, PUSH, type Row, TASK, VERSION } from './operation_rows.ts'

const text = { text: 'rate limit' }
export const plain = { 'content-type': 'text/plain' }
export const large = JSON.stringify({ a: 'x'.repeat(256 * 1024) })

/** Each row fails its own check and all later ones: the first answers. */
export const CHECKS: readonly Row[] = [
  ['a GET', () => new Request('http://localhost:8080/a2a', { headers: plain }), 405, -32600],
  [
    'a compressed body',
    () => post(Bun.gzipSync('{}'), { ...plain, 'content-encoding': 'gzip' }),
    415,
    -32005,
    ...CONTENT,
  ],
  ['a media type', () => post(large, plain), 415, -32005, ...CONTENT],
  [
    'no media type',
    () => post(new Uint8Array([1]), { 'content-type': undefined }),
    415,
    -32005,
    ...CONTENT,
  ],
  ['a large body', () => post(large, { 'a2a-version': undefined }), 413, -32600],
  ['no JSON', () => post('{', { 'a2a-version': undefined }), 200, -32700],
  ['no UTF-8', () => post(new Uint8Array([0x22, 0xff, 0x22])), 200, -32700],
  ['nothing', () => post(''), 200, -32700],
  ['a batch', () => envelope([{}], { 'a2a-version': undefined }), 200, -32600],
  ['a number', () => envelope(5), 200, -32600],
  ['no jsonrpc', () => envelope({ id: 1, method: 'x' }, { 'a2a-version': undefined }), 200, -32600],
  ['no method', () => envelope({ jsonrpc: '2.0', id: 1 }), 200, -32600],
  ['an object as id', () => envelope({ jsonrpc: '2.0', id: {}, method: 'x' }), 200, -32600],
  ['true as id', () => envelope({ jsonrpc: '2.0', id: true, method: 'x' }), 200, -32600],
  [
    'an id that a double cannot hold',
    () => post('{"jsonrpc":"2.0","id":9007199254740993,"method":"x"}'),
    200,
    -32600,
  ],
  ['a list as params', () => call('GetTask', [], { 'a2a-version': undefined }), 200, -32600],
  ['no version', () => call('nothing', {}, { 'a2a-version': undefined }), 200, -32009, ...VERSION],
  ['an empty version', () => call('nothing', {}, { 'a2a-version': ' ' }), 200, -32009, ...VERSION],
  ['another version', () => call('nothing', {}, { 'a2a-version': '1.1' }), 200, -32009, ...VERSION],
  [
    'two versions',
    () => call('nothing', {}, { 'a2a-version': '1.0, 1.0' }),
    200,
    -32009,
    ...VERSION,
  ],
  ['an unknown method', () => call('nothing', { message: 5 }), 200, -32601],
  [
    'params before types',
    () => message([{ url: 'x' }], {}, { role: 'user', taskId: 't' }),
    200,
    -32602,
    'message.role',
  ],
  [
    'types before tasks',
    () => message([{ url: 'x' }], {}, { taskId: 't' }),
    200,
    -32005,
    ...CONTENT,
  ],
  [
    'tasks before push',
    () => message([text], { configuration: { taskPushNotificationConfig: {} } }, { taskId: 't' }),
    200,
    -32001,
    ...TASK,
  ],
  [
    'push before skills',
    () =>
      message([text], {
        configuration: { taskPushNotificationConfig: {} },
        metadata: { skillId: 'no' },
      }),
    200,
    -32003,
    ...PUSH,
  ],
]
