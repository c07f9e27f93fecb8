/** Path of the A2A endpoint below the base address (contract 4.3). */
export const A2A_PATH = '/a2a'

/** Path of the agent card below the base address, and where older clients look (contract 4.3). */
export const AGENT_CARD_FILE = '.well-known/agent-card.json'
export const LEGACY_CARD_FILE = '.well-known/agent.json'

/**
 * What an interface entry of the card and the `A2A-Version` header say: major and minor only
 * (A2A 1.0, section 3.6). `A2A_REVISION` has the revision with its patch number.
 */
export const A2A_WIRE_VERSION = '1.0'

/** Media types that a message may carry and that an answer is given in. */
export const A2A_MODES = ['text/plain', 'application/json'] as const
export type A2aMode = (typeof A2A_MODES)[number]

/** The operations of A2A 1.0 over JSON-RPC; one is answered (contract 4.3). */
export const A2A_METHODS = [
  'SendMessage',
  'SendStreamingMessage',
  'GetTask',
  'ListTasks',
  'CancelTask',
  'SubscribeToTask',
  'CreateTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
  'GetExtendedAgentCard',
] as const
export type A2aMethod = (typeof A2A_METHODS)[number]

/** Errors that A2A adds to those of JSON-RPC, as far as we use them (A2A 1.0, section 9.5). */
export const A2A_ERRORS = {
  task_not_found: { code: -32001, reason: 'TASK_NOT_FOUND' },
  push_unsupported: { code: -32003, reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' },
  operation_unsupported: { code: -32004, reason: 'UNSUPPORTED_OPERATION' },
  content_type_unsupported: { code: -32005, reason: 'CONTENT_TYPE_NOT_SUPPORTED' },
  version_unsupported: { code: -32009, reason: 'VERSION_NOT_SUPPORTED' },
} as const
export type A2aErrorName = keyof typeof A2A_ERRORS

type AgentSkill = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly examples: readonly string[]
}

/**
 * The agent card (contract 2): the card of A2A 1.0, and two members that only the contract asks
 * for, `protocolVersion` and `supportsAuthenticatedExtendedCard`.
 */
export type AgentCard = {
  readonly protocolVersion: string
  readonly name: string
  readonly description: string
  readonly version: string
  readonly supportedInterfaces: readonly {
    readonly url: string
    readonly protocolBinding: 'JSONRPC'
    readonly protocolVersion: string
  }[]
  readonly provider: { readonly organization: string; readonly url: string }
  readonly documentationUrl: string
  readonly capabilities: {
    readonly streaming: false
    readonly pushNotifications: false
    readonly extendedAgentCard: false
  }
  readonly supportsAuthenticatedExtendedCard: false
  readonly defaultInputModes: readonly A2aMode[]
  readonly defaultOutputModes: readonly A2aMode[]
  readonly skills: readonly AgentSkill[]
}
