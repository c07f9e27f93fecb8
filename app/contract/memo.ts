/** Calls `make` once for each key. A value lives as long as its key. */
export function memoize<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known.value
    const value = make(key)
    values.set(key, { value })
    return value
  }
}
