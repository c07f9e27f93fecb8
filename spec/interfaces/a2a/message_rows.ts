import { call, USER } from './calls.ts'
import { CONTENT, PUSH, type Row, TASK } from './operation_rows.ts'

const text = { text: 'rate limit' }
const OWN = { ...USER, parts: [text] }
const send = (params: unknown) => () => call('SendMessage', params)
export const own = (change: object): (() => Request) => send({ message: { ...OWN, ...change } })
const parts = (...each: unknown[]) => send({ message: { ...USER, parts: each } })
const withConfiguration = (configuration: unknown) => send({ message: OWN, configuration })

/** Messages that are not valid in A2A 1.0, or that ask for what does not exist. */
export const PARAMS: readonly Row[] = [
  ['no params', () => call('SendMessage'), 200, -32602, 'message'],
  ['no message', send({}), 200, -32602, 'message'],
  ['a bare message of 0.3', send(OWN), 200, -32602, 'message'],
  ['no messageId', own({ messageId: undefined }), 200, -32602, 'message.messageId'],
  ['an empty messageId', own({ messageId: '' }), 200, -32602, 'message.messageId'],
  ['a messageId that is not a string', own({ messageId: 5 }), 200, -32602, 'message.messageId'],
  ['a long messageId', own({ messageId: 'm'.repeat(257) }), 200, -32602, 'message.messageId'],
  ['no role', own({ role: undefined }), 200, -32602, 'message.role'],
  ['the role of an agent', own({ role: 'ROLE_AGENT' }), 200, -32602, 'message.role'],
  ['the role of 0.3', own({ role: 'user' }), 200, -32602, 'message.role'],
  ['the unspecified role', own({ role: 'ROLE_UNSPECIFIED' }), 200, -32602, 'message.role'],
  ['no parts', own({ parts: undefined }), 200, -32602, 'message.parts'],
  ['empty parts', parts(), 200, -32602, 'message.parts'],
  ['17 parts', own({ parts: Array(17).fill(text) }), 200, -32602, 'message.parts'],
  ['a part that is not an object', parts('x'), 200, -32602, 'message.parts[0]'],
  ['a part without content', parts(text, { kind: 'text' }), 200, -32602, 'message.parts[1]'],
  ['a part with two contents', parts({ text: 'a', data: 1 }), 200, -32602, 'message.parts[0]'],
  ['a text that is not a string', parts({ text: 5 }), 200, -32602, 'message.parts[0]'],
  ['too much text', parts({ text: 'a'.repeat(8193) }), 200, -32602, 'message.parts'],
  ['a long contextId', own({ contextId: 'c'.repeat(257) }), 200, -32602, 'message.contextId'],
  ['a contextId that is not a string', own({ contextId: {} }), 200, -32602, 'message.contextId'],
  ['metadata that is not an object', own({ metadata: [] }), 200, -32602, 'message.metadata'],
  ['a configuration that is not an object', withConfiguration(5), 200, -32602, 'configuration'],
  [
    'modes that are not a list',
    withConfiguration({ acceptedOutputModes: 'a' }),
    200,
    -32602,
    'configuration.acceptedOutputModes',
  ],
  ['an unknown skill', own({ metadata: { skillId: 'no' } }), 200, -32602, 'metadata.skillId'],
  [
    'an unknown skill in the call',
    send({ message: OWN, metadata: { skillId: 1 } }),
    200,
    -32602,
    'metadata.skillId',
  ],
  ['an unknown skill in data', parts({ data: { skillId: 'no' } }), 200, -32602, 'message.parts'],
  [
    'input that is not an object',
    parts({ data: { skillId: 'read_page', input: 5 } }),
    200,
    -32602,
    'input',
  ],
  [
    'unknown input',
    parts({ data: { skillId: 'read_page', input: { page: 'p1' } } }),
    200,
    -32602,
    'input.page',
  ],
  [
    'a limit above the maximum',
    parts({ data: { skill: 'search_documentation', parameters: { query: 'a', limit: 99 } } }),
    200,
    -32602,
    'input.limit',
  ],
  [
    'a text of an unknown type',
    parts({ ...text, mediaType: 'text/html' }),
    200,
    -32005,
    ...CONTENT,
  ],
  [
    'data of an unknown type',
    parts({ data: {}, mediaType: 'application/xml' }),
    200,
    -32005,
    ...CONTENT,
  ],
  ['a file by address', parts(text, { url: 'http://127.0.0.1/' }), 200, -32005, ...CONTENT],
  ['a file in place', parts({ raw: 'aGk=', mediaType: 'text/plain' }), 200, -32005, ...CONTENT],
  [
    'unsupported modes',
    withConfiguration({ acceptedOutputModes: ['image/png'] }),
    200,
    -32005,
    ...CONTENT,
  ],
  ['a task', own({ taskId: 't' }), 200, -32001, ...TASK],
  ['a task in snake_case', own({ task_id: 't' }), 200, -32001, ...TASK],
  [
    'push',
    withConfiguration({ taskPushNotificationConfig: { url: 'https://a.example' } }),
    200,
    -32003,
    ...PUSH,
  ],
]
