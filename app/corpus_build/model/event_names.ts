/** Name of the schema of an event's data: `page.added` is `PageAddedData`. */
export function dataSchemaName(type: string): string {
  return `${codeName(type)}Data`
}

/** Name of the schema of a whole event: `page.added` is `PageAddedEvent`. */
export function eventSchemaName(type: string): string {
  return `${codeName(type)}Event`
}

/** Name of an event type in code; two types of one name would share their schemas. */
export function codeName(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
