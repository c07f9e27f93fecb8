import { A2A_METHODS, type A2aMethod } from '../../contract/a2a.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { A2aRefusal } from './_refusal.ts'

/**
 * Why a call to this method is refused; undefined for the one that is answered (contract 4.3).
 * Checked before the parameters, so that no form of them hides that a method does not exist.
 */
export function checkMethod(
  method: string,
  params: JsonObject | undefined,
): A2aRefusal | undefined {
  const known = A2A_METHODS.find((each) => each === method)
  return known === undefined
    ? { reason: 'method_unknown', method }
    : checkKnownMethod(known, params)
}

function checkKnownMethod(
  method: A2aMethod,
  params: JsonObject | undefined,
): A2aRefusal | undefined {
  switch (method) {
    case 'SendMessage':
      return undefined
    case 'SendStreamingMessage':
    case 'SubscribeToTask':
      return refuseOperation(method, 'this agent does not stream')
    case 'ListTasks':
      return refuseOperation(method, 'this agent answers immediately and keeps no tasks')
    case 'GetExtendedAgentCard':
      return refuseOperation(method, 'this agent has one card, which is public')
    case 'GetTask':
    case 'CancelTask':
      return { reason: 'task_not_found', taskId: typeof params?.id === 'string' ? params.id : '' }
    case 'CreateTaskPushNotificationConfig':
    case 'GetTaskPushNotificationConfig':
    case 'ListTaskPushNotificationConfigs':
    case 'DeleteTaskPushNotificationConfig':
      return { reason: 'push_unsupported', where: `"${method}"` }
  }
}

function refuseOperation(method: A2aMethod, why: string): A2aRefusal {
  return { reason: 'operation_unsupported', method, why }
}
