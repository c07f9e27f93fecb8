import { type Injection, need } from './_injection.ts'

function setClock(offset: string): Injection {
  return {
    deployment: 'local',
    begin: ({ backends }) => need(backends.preloads).setClock(offset),
    end: ({ backends }) => need(backends.preloads).setClock('+0'),
  }
}

export const PROCESS_FAULTS = {
  'clock-ahead': setClock('+1h'),
  'clock-behind': setClock('-1h'),
  'service-killed': {
    deployment: 'local',
    begin: ({ service }) => service.kill(),
    end: ({ service }) => service.start(),
  },
  'service-stopped': {
    deployment: 'local',
    begin: ({ service }) => service.stop(),
    end: ({ service }) => service.start(),
    check: async ({ service }) => {
      const code = await service.process().exited
      return code === 0 ? [] : [`it ended with ${code}`]
    },
  },
  'service-paused': {
    deployment: 'local',
    begin: async ({ service }) => service.process().pause(),
    end: async ({ service }) => service.process().resume(),
  },
  'collector-dead': {
    deployment: 'remote',
    begin: ({ backends }) => need(backends.collector).kill(),
    end: async ({ backends }) => need(backends.collector).start(),
    event: 'collector_away',
  },
  'collector-silent': {
    deployment: 'remote',
    begin: async ({ backends }) => need(backends.collector).behave('silent'),
    end: async ({ backends }) => need(backends.collector).behave('answers'),
    event: 'collector_away',
  },
  'product-dead': {
    deployment: 'remote',
    begin: ({ backends }) => need(backends.product).kill(),
    end: async ({ backends }) => need(backends.product).start(),
  },
  'product-silent': {
    deployment: 'remote',
    begin: async ({ backends }) => need(backends.product).behave('silent'),
    end: async ({ backends }) => need(backends.product).behave('answers'),
  },
  'product-garbled': {
    deployment: 'remote',
    begin: async ({ backends }) => need(backends.product).behave('garbled'),
    end: async ({ backends }) => need(backends.product).behave('answers'),
  },
} as const satisfies Readonly<Record<string, Injection>>
