/** A value or a refusal. Expected refusals are values; a throw is a bug (style: errors). */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Refusal }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function err<Refusal>(error: Refusal): { readonly ok: false; readonly error: Refusal } {
  return { ok: false, error }
}

/**
 * Goes on with a value when it is there: at once when it is there already. To wait for nothing
 * would cost a call more than most tools do.
 */
export function afterValue<Value, Next>(
  value: Value | Promise<Value>,
  go: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(go) : go(value)
}
