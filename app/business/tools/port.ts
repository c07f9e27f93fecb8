import type { BusinessChoice, Standing } from '../../contract/authority.ts'
import type {
  DomainCall,
  DomainContext,
  DomainDescription,
  DomainOutcome,
  DomainTarget,
  StandingState,
} from '../../contract/domain.ts'
import type { Sql } from '../../foundation/store/port.ts'

/**
 * The product's own services (contract 1, rule 9). There are two adapters: the embedded example
 * workspace, and HTTP to an operator's product.
 */
export type DomainServices = {
  describe(): Promise<DomainDescription>
  /** Businesses that this user may choose at consent: active ones that the user is a member of. */
  businessesOf(userId: string): Promise<readonly BusinessChoice[]>
  /** Whether the business is active and the user still a member of it. */
  standing(who: Standing): Promise<StandingState>
  call(context: DomainContext, call: DomainCall): Promise<DomainOutcome>
  /** Whether the user may approve held calls of the business; if absent, each member may. */
  readonly mayDecide?: (who: Standing) => Promise<boolean>
  /** What a write is about, before anybody is asked to approve it; absent if nothing can tell. */
  readonly target?: (
    who: Standing,
    call: Pick<DomainCall, 'operation' | 'args'>,
  ) => Promise<DomainTarget>
  /**
   * The same inside a transaction of our store, for a domain that lives in it: whatever is checked
   * still holds when the change is written. Absent where the domain is elsewhere.
   */
  readonly within?: (sql: Sql) => Pick<DomainServices, 'standing' | 'call' | 'mayDecide' | 'target'>
}

export type Within = NonNullable<DomainServices['within']>
