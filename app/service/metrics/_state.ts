import { Gauge, type Registry } from 'prom-client'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'

/** What the figures tell of parts that can be away. */
export type ServiceState = {
  readonly parts: readonly { readonly name: string; isAway(): boolean }[]
  /** Calls that wait for approval; undefined where nobody can tell right now. */
  readonly countHeld: (() => Promise<number | undefined>) | undefined
  /** Deliveries by state; absent where no events are sent. */
  readonly countDeliveries?:
    | (() => Promise<Readonly<Record<string, number>> | undefined>)
    | undefined
}

type StatePorts = {
  readonly version: string
  readonly docs: Pick<PublicDocs, 'current' | 'refusal'>
}

/** Figures that are read at the moment when somebody asks for them. */
export function watchState(
  register: Registry,
  { version, docs }: StatePorts,
): (state: ServiceState) => void {
  const registers = [register]
  new Gauge({
    name: 'lectern_build_info',
    help: 'Version of the program.',
    labelNames: ['version'],
    registers,
  })
    .labels(version)
    .set(1)
  new Gauge({
    name: 'lectern_corpus_info',
    help: 'The build of the corpus that is served, and its version.',
    labelNames: ['build', 'version'],
    registers,
    collect() {
      const { build, status } = docs.current()
      // One series at a time: that of the last build goes.
      this.reset()
      this.labels(build, status().version).set(1)
    },
  })
  new Gauge({
    name: 'lectern_corpus_pages',
    help: 'Pages of the build that is served.',
    registers,
    collect() {
      this.set(docs.current().status().pages)
    },
  })
  new Gauge({
    name: 'lectern_build_refused',
    help: '1 while a new build is there that cannot be used.',
    registers,
    collect() {
      this.set(docs.refusal() === undefined ? 0 : 1)
    },
  })
  return (state) => watchParts(registers, state)
}

function watchParts(registers: Registry[], state: ServiceState): void {
  const { parts, countHeld, countDeliveries } = state
  if (countDeliveries !== undefined) watchDeliveries(registers, countDeliveries)
  new Gauge({
    name: 'lectern_part_up',
    help: '1 while a part of the service works, 0 while it is away.',
    labelNames: ['part'],
    registers,
    collect() {
      for (const part of parts) this.labels(part.name).set(part.isAway() ? 0 : 1)
    },
  })
  if (countHeld === undefined) return
  new Gauge({
    name: 'lectern_approvals_waiting',
    help: 'Calls that wait for approval; absent while the store cannot tell.',
    registers,
    async collect() {
      const held = await countHeld()
      if (held === undefined) this.remove()
      else this.set(held)
    },
  })
}

function watchDeliveries(
  registers: Registry[],
  countDeliveries: NonNullable<ServiceState['countDeliveries']>,
): void {
  new Gauge({
    name: 'lectern_event_deliveries',
    help: 'Events and notices that wait, and dead ones; absent while the store cannot tell.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await countDeliveries()
      this.reset()
      for (const [name, count] of Object.entries(counts ?? {})) this.labels(name).set(count)
    },
  })
}
