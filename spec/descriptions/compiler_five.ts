import { plugin } from 'bun'

// The generator of client types uses the compiler's API, which our compiler no longer offers, so
// it gets the last version that did.
plugin({
  name: 'compiler five',
  setup: (build) => {
    build.module('typescript', async () => {
      const compiler: Record<string, unknown> = await import('typescript-five')
      return { exports: { ...compiler }, loader: 'object' }
    })
  },
})
