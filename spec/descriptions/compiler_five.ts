import { plugin } from 'bun'

// The generator of client types drives the compiler from its own code, which the compiler that we
// use does not offer any more; it is given the last one that did.
plugin({
  name: 'compiler five',
  setup: (build) => {
    build.module('typescript', async () => {
      const compiler: Record<string, unknown> = await import('typescript-five')
      return { exports: { ...compiler }, loader: 'object' }
    })
  },
})
