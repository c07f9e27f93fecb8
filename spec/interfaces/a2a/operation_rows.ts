import { call } from './calls.ts'

/** A name, the request, and its refusal: status, code, reason or fields. */
export type Row = readonly [what: string, request: () => Request, ...refusal: readonly unknown[]]

export const TASK = ['TASK_NOT_FOUND'] as const
export const PUSH = ['PUSH_NOTIFICATION_NOT_SUPPORTED'] as const
const UNSUPPORTED = ['UNSUPPORTED_OPERATION'] as const
export const CONTENT = ['CONTENT_TYPE_NOT_SUPPORTED'] as const
export const VERSION = ['VERSION_NOT_SUPPORTED'] as const

/** Every operation but the one that is answered. */
export const OPERATIONS: readonly Row[] = [
  ['streaming', () => call('SendStreamingMessage', {}), 200, -32004, ...UNSUPPORTED],
  [
    'streaming, with a version of 1.0',
    () => call('SubscribeToTask', { id: 'x' }),
    200,
    -32004,
    ...UNSUPPORTED,
  ],
  ['a task', () => call('GetTask', { id: 'x' }), 200, -32001, ...TASK],
  ['a task without params', () => call('GetTask'), 200, -32001, ...TASK],
  ['a task to cancel', () => call('CancelTask', { id: 'x' }), 200, -32001, ...TASK],
  ['a list of tasks', () => call('ListTasks', { page_size: 5 }), 200, -32004, ...UNSUPPORTED],
  ['the extended card', () => call('GetExtendedAgentCard'), 200, -32004, ...UNSUPPORTED],
  ...['Create', 'Get', 'Delete'].map(
    (verb): Row => [
      `push: ${verb}`,
      () => call(`${verb}TaskPushNotificationConfig`, { task_id: 'x' }),
      200,
      -32003,
      ...PUSH,
    ],
  ),
  ['push: list', () => call('ListTaskPushNotificationConfigs', {}), 200, -32003, ...PUSH],
  ...['message/send', 'tasks/get', 'agent/getAuthenticatedExtendedCard'].flatMap(
    (method): Row[] => [
      [`${method} with version 1.0`, () => call(method, {}), 200, -32601],
      [
        `${method} without a version`,
        () => call(method, {}, { 'a2a-version': undefined }),
        200,
        -32009,
        ...VERSION,
      ],
    ],
  ),
  ['another method', () => call('sendMessage', {}), 200, -32601],
  ['a member of every object', () => call('constructor', {}), 200, -32601],
]
