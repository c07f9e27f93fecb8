import type { BusinessChoice, Standing } from '../contract/authority.ts'
import type {
  DomainCall,
  DomainContext,
  DomainDescription,
  DomainOutcome,
  StandingState,
} from '../contract/domain.ts'
import type { Sql } from '../store/port.ts'

/**
 * The product's own services (contract 1, rule 9). Two adapters speak it: the embedded example
 * workspace, and HTTP to the product of an operator.
 */
export type DomainServices = {
  describe(): Promise<DomainDescription>
  /** Businesses that this user may choose at consent: active, and the user is a member. */
  businessesOf(userId: string): Promise<readonly BusinessChoice[]>
  /** Whether the business is active and the user still a member of it. */
  standing(who: Standing): Promise<StandingState>
  call(context: DomainContext, call: DomainCall): Promise<DomainOutcome>
  /** Whether the user approves held calls of the business; where absent, each member does. */
  readonly mayDecide?: (who: Standing) => Promise<boolean>
  /**
   * The same inside a transaction of our store, for a domain that lives in it: what is checked is
   * then still true when the change is written. Absent where the domain is elsewhere.
   */
  readonly within?: (sql: Sql) => Pick<DomainServices, 'standing' | 'call' | 'mayDecide'>
}
