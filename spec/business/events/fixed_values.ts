import type { Registry } from '../../../app/contract/registry.ts'
import { readWholeRegistry } from '../../support/renamed_registry.ts'

export const START_MS = Date.UTC(2026, 10, 23)
export const DAY_MS = 86_400_000

/** A name with an address that nobody may make a service reach. */
export const TRAP_NAME = 'trap.example'
export const TRAP_ADDRESS = '127.0.0.9'

/** The registry that we ship: what it describes is what is sent. */
export const EVENTS = (Bun.YAML.parse(await readWholeRegistry()) as unknown as Registry).events
