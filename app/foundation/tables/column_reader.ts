import type { Result } from '../../contract/result.ts'
import type { Columns } from './columns.ts'
import { createTexts, openTexts, type Texts } from './texts.ts'

/** Reads columns and remembers the first fault, so that one check at the end is enough. */
export class ColumnReader {
  fault: string | undefined
  readonly #columns: Columns

  constructor(columns: Columns) {
    this.#columns = columns
  }

  u8(name: string): Uint8Array {
    return this.#take(this.#columns.u8(name), new Uint8Array())
  }

  u16(name: string): Uint16Array {
    return this.#take(this.#columns.u16(name), new Uint16Array())
  }

  u32(name: string): Uint32Array {
    return this.#take(this.#columns.u32(name), new Uint32Array())
  }

  f64(name: string): Float64Array {
    return this.#take(this.#columns.f64(name), new Float64Array())
  }

  texts(name: string): Texts {
    const none = createTexts(new Uint8Array(), Uint32Array.of(0))
    return this.#take(openTexts(this.#columns, name), none)
  }

  #take<Value>(column: Result<Value, string>, otherwise: Value): Value {
    if (column.ok) return column.value
    this.fault ??= column.error
    return otherwise
  }
}
