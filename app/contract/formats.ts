import { FormatRegistry } from '@sinclair/typebox'
import { DATE_PATTERN } from './page.ts'

const DATE = new RegExp(DATE_PATTERN)
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/** A day that the calendar has, as an RFC 3339 full-date: `2026-02-30` is not one. */
export function isFullDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** An instant in UTC with seconds and nothing finer (shapes: corpus status). */
function isInstant(text: string): boolean {
  return INSTANT.test(text) && isFullDate(text.slice(0, 10))
}

/** TypeBox refuses formats that it does not know; call this once before a value is checked. */
export function registerFormats(): void {
  FormatRegistry.Set('date', isFullDate)
  FormatRegistry.Set('date-time', isInstant)
  FormatRegistry.Set('uri', (text) => URL.canParse(text))
}
