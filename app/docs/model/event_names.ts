/** Name of the schema of an event's data: `page.added` is `PageAddedData`. */
export function nameDataSchema(type: string): string {
  return `${nameInCode(type)}Data`
}

/** Name of the schema of a whole event: `page.added` is `PageAddedEvent`. */
export function nameEventSchema(type: string): string {
  return `${nameInCode(type)}Event`
}

/** Name of an event type in code; two types of one name would share their schemas. */
export function nameInCode(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
