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
