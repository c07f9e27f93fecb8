import type { Static, TSchema } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'

/**
 * Whether arguments fit the schema. JSON Schema counts characters (2020-12 validation, 6.3.1), but
 * the checker counts UTF-16 units, so strings that it finds too long are counted again.
 */
export function fitsSchema<Input extends TSchema>(
  checker: TypeCheck<Input>,
  args: unknown,
): args is Static<Input> {
  if (checker.Check(args)) return true
  let excused = 0
  for (const error of checker.Errors(args)) {
    if (!isShortEnough(error)) return false
    excused += 1
  }
  return excused > 0
}

/** Whether the checker refuses a string for its UTF-16 units that has few enough characters. */
export function isShortEnough({ type, value, schema }: ValueError): boolean {
  if (type !== ValueErrorType.StringMaxLength || typeof value !== 'string') return false
  return hasAtMost(value, schema.maxLength)
}

/** Whether a text has at most this many characters, which are code points. */
export function hasAtMost(text: string, most: number): boolean {
  return text.length <= most || (text.length <= most * 2 && [...text].length <= most)
}
