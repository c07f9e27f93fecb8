import { type Fault, faultsIn } from './fault.ts'

const ANSWERS = 'spec/interfaces/a2a/answers_spec.ts'
const CARD = 'spec/interfaces/a2a/card_spec.ts'
const LIMITS = 'spec/interfaces/a2a/limits_spec.ts'
const REFUSALS = 'spec/interfaces/a2a/refusals_spec.ts'

/** Faults of the A2A agent: what it takes, refuses and answers. */
export const A2A_FAULTS: readonly Fault[] = [
  ...faultsIn('app/interfaces/a2a/_methods.ts', REFUSALS, [
    {
      id: 'a2a.streaming',
      find: "case 'SendMessage':\n",
      replace: "case 'SendMessage':\n    case 'SendStreamingMessage':\n",
    },
    {
      id: 'a2a.methods',
      find: "return refuseOperation(method, 'this agent has one card, which is public')",
      replace: 'return undefined',
    },
    {
      id: 'a2a.methods',
      find: 'return { reason: \'push_unsupported\', where: `"${method}"` }',
      replace: "return { reason: 'method_unknown', method }",
    },
  ]),
  ...faultsIn('app/interfaces/a2a/endpoint.ts', REFUSALS, [
    {
      id: 'a2a.version_header',
      find: 'return isSupported(requested) ? undefined :',
      replace: "return requested.startsWith('1') ? undefined :",
    },
    {
      id: 'a2a.version_header',
      find: "if (requested === '') return { reason: 'version_absent' }",
      replace: "if (requested === '') return undefined",
    },
  ]),
  ...faultsIn('app/interfaces/a2a/_envelope.ts', REFUSALS, [
    {
      id: 'a2a.any_envelope',
      find: 'const { value } = parsed',
      replace: 'const value = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value',
      spec: LIMITS,
    },
    {
      id: 'a2a.protocol',
      find: "if (!hasId) return ok({ kind: 'notification' })",
      replace: '',
    },
    {
      id: 'a2a.any_envelope',
      find: 'Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value',
      replace: 'value',
    },
  ]),
  ...faultsIn('app/interfaces/a2a/endpoint.ts', LIMITS, [
    {
      id: 'a2a.any_envelope',
      find: 'readCapped(request, LIMITS.callBytesMax)',
      replace: 'readCapped(request, LIMITS.callBytesMax + 1)',
    },
    {
      id: 'a2a.any_envelope',
      find: 'readCapped(request, LIMITS.callBytesMax)',
      replace: 'readCapped(request, LIMITS.callBytesMax - 1)',
    },
  ]),
  ...faultsIn('app/foundation/limits/call_head.ts', CARD, [
    {
      id: 'open.two_limits',
      find: "if ((await admit(request, peer)) !== 'admitted') return { reason: 'rate_exceeded' }",
      replace: '',
      spec: REFUSALS,
    },
    {
      id: 'a2a.credential',
      find: "if ((await admit(request, peer)) !== 'admitted') return",
      replace: "if (headers.has('authorization') || !(await admit(request, peer))) return",
    },
    {
      id: 'a2a.methods',
      find: "if (method !== 'POST') return",
      replace: "if (method === 'GET') return",
    },
  ]),
  ...faultsIn('app/interfaces/a2a/_message.ts', REFUSALS, [
    {
      id: 'open.a2a_method',
      find: 'parts.length > LIMITS.messagePartsMax',
      replace: 'parts.length > LIMITS.messagePartsMax + 1',
    },
    {
      id: 'open.a2a_method',
      find: 'text.length > LIMITS.messageTextCharactersMax',
      replace: 'text.length >= LIMITS.messageTextCharactersMax',
      spec: LIMITS,
    },
    {
      id: 'open.a2a_method',
      find: 'value.length <= LIMITS.messageIdCharactersMax',
      replace: 'value.length <= LIMITS.messageIdCharactersMax + 1',
    },
    {
      id: 'open.a2a_method',
      find: "if (taskId !== undefined) return { reason: 'task_not_found', taskId }",
      replace: '',
    },
    {
      id: 'open.a2a_method',
      find: "...(role === 'ROLE_USER' || role === 1",
      replace: "...(typeof role === 'string'",
    },
  ]),
  ...faultsIn('app/interfaces/a2a/_parts.ts', REFUSALS, [
    {
      id: 'open.a2a_method',
      find: "if (declared && kind !== 'file') return undefined",
      replace: 'if (declared) return undefined',
    },
  ]),
  ...faultsIn('app/interfaces/a2a/_refusal.ts', REFUSALS, [
    {
      id: 'a2a.any_envelope',
      find: 'return { ...toCommonReply(refusal), status: 200 }',
      replace: 'return toCommonReply(refusal)',
    },
    {
      id: 'a2a.methods',
      find: "return toA2aError('task_not_found', `Cannot",
      replace: "return toA2aError('operation_unsupported', `Cannot",
    },
  ]),
  ...faultsIn('app/interfaces/a2a/endpoint.ts', ANSWERS, [
    {
      id: 'a2a.answers',
      find: 'inquiry.contextId ?? crypto.randomUUID()',
      replace: 'crypto.randomUUID()',
    },
  ]),
  ...faultsIn('app/interfaces/a2a/_fields.ts', ANSWERS, [
    {
      id: 'a2a.answers',
      find: 'return A2A_MODES.filter((mode) => bare.some((pattern) => matchesMode(pattern, mode)))',
      replace: 'return bare.length === 0 ? [] : A2A_MODES',
    },
  ]),
  ...faultsIn('app/interfaces/a2a/endpoint.ts', CARD, [
    {
      id: 'interface.a2a',
      find: "'cache-control': CACHE_NEVER, ...CORS_HEADERS, ",
      replace: "'cache-control': CACHE_NEVER, ",
    },
  ]),
]
