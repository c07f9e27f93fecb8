import type { Deployment, DeploymentName } from './_deployments.ts'

/** How a fault is made, and what shows that it was there. */
export type Injection = {
  readonly deployment: DeploymentName
  begin(deployment: Deployment): Promise<unknown>
  end(deployment: Deployment): Promise<unknown>
  /** An event that the log must have, once, beside the two of an outage. */
  readonly event?: string
  /** An event that the log may have for several paths, once for each. */
  readonly eventByPath?: string
  /** Whether it is over by itself, maybe before anybody asks `/readyz`: the log shows it. */
  readonly isBrief?: boolean
  /** Whether no private call is made until `/readyz` names the part. */
  readonly isIdle?: boolean
  /** What else must hold while the fault lasts; returns what does not. */
  check?(deployment: Deployment): Promise<readonly string[]>
}

/** A backend that every deployment of this fault has. */
export function need<Backend>(backend: Backend | undefined): Backend {
  if (backend === undefined) throw new Error('Cannot inject a fault: its backend is not there')
  return backend
}
