import type { Context, Liquid } from 'liquidjs'

/** Text that templates write counts like the values that filters make: it can double, too. */
export function countText({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, context, emitter = new CountingEmitter(context)) =>
    render(templates, context, emitter)
}

class CountingEmitter {
  buffer = ''
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  write(value: unknown): void {
    const text = toText(value)
    this.#context.memoryLimit.use(text.length)
    this.buffer += text
  }
}

export function toText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
