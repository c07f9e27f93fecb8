import { listApprovalViews } from './_approval_views.ts'
import type { Business } from './_business.ts'
import { decide, withdraw } from './_decide.ts'
import { createArgumentsDigest } from './_digests.ts'
import type { BusinessPorts } from './_ports.ts'
import { read } from './_read.ts'
import { listRejectable, rejectAll } from './_reject_all.ts'
import { write } from './_write.ts'

export { countHeld, isHeld } from './_approval_rows.ts'
export { cancelHeldIn } from './_approval_steps.ts'
export type {
  ApprovalList,
  ApprovalState,
  ApprovalView,
  Business,
  BusinessAnswer,
  CallsOfClient,
  DecisionRefusal,
  RejectableCalls,
  SeenCall,
} from './_business.ts'
export { cancelHeldOf } from './_decide.ts'
export type { BusinessPorts } from './_ports.ts'
export type { DomainServices } from './port.ts'

/** Private tools over a store, its audit and the domain services of the product. */
export function createBusiness(ports: BusinessPorts): Business {
  const digest = createArgumentsDigest(ports.store, ports.randomBytes)
  return {
    read: (grant, call) => read(ports, digest, grant, call),
    write: (grant, call) => write(ports, digest, grant, call),
    approvalsOf: (user, registry, next) => listApprovalViews(ports, user, registry, next),
    decide: (user, registry, decision) => decide(ports, user, registry, decision),
    listRejectable: (user, registry, calls) => listRejectable(ports, user, registry, calls),
    rejectAll: (user, calls) => rejectAll(ports, user, calls),
    withdraw: (user, call) => withdraw(ports, user, call),
  }
}
