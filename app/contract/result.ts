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
