import { type Static, Type } from '@sinclair/typebox'
import { DAY_MS } from './limits.ts'
import { closed, line, patternText, text } from './registry_words.ts'

const address = patternText('^[^\\s@<>,;"]+@[^\\s@<>,;"]+$', 'an address such as ops@example.com')

const receiver = {
  url: text,
  /** A file with the secret; during a change a line for each of both. */
  secret_file: text,
}

/** `EVENTS_CONFIG`: who receives events, and who hears that a call waits for approval. */
export const EventsConfigSchema = Type.Object(
  {
    endpoints: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: patternText(
              '^[a-z][a-z0-9-]{0,63}$',
              'a lower-case letter, then lower-case letters, digits and -, 64 at most',
            ),
            ...receiver,
            types: Type.Optional(Type.Array(text, { minItems: 1 })),
          },
          closed,
        ),
        { maxItems: 50 },
      ),
    ),
    approvers: Type.Optional(
      Type.Object(
        {
          webhook: Type.Optional(Type.Object(receiver, closed)),
          mail: Type.Optional(
            Type.Object(
              {
                from: line,
                to: Type.Optional(Type.Array(address, { maxItems: 50 })),
                businesses: Type.Optional(
                  Type.Record(Type.String({ minLength: 1 }), Type.Array(address, { maxItems: 50 })),
                ),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    kept_days: Type.Optional(Type.Integer({ minimum: 4, maximum: 3650 })),
  },
  closed,
)
export type EventsConfig = Static<typeof EventsConfigSchema>

const KEPT_DAYS = 30

/** How long a delivery can be looked up: longer than its attempts take. */
export function keptMsOf({ kept_days: days = KEPT_DAYS }: EventsConfig): number {
  return days * DAY_MS
}
