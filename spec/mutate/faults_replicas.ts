import { type Fault, faultsIn } from './fault.ts'

const DOCTOR = 'spec/checks/doctor/machine_spec.ts'
const WINDOW = 'spec/foundation/limits/shared_window_spec.ts'

/** Faults of what several replicas share, but for their builds. */
export const REPLICA_FAULTS: readonly Fault[] = [
  ...faultsIn('app/foundation/limits/redis_window.ts', WINDOW, [
    {
      id: 'limits.shared',
      find: "redis.call('LINDEX', KEYS[1], limit - 1)",
      replace: "redis.call('LINDEX', KEYS[1], limit)",
    },
    { id: 'limits.shared', find: '< 60000 then', replace: '< 90000 then' },
    {
      id: 'limits.shared',
      find: 'if newest and tonumber(newest) > now then',
      replace: 'if false then',
    },
    { id: 'limits.shared', find: "includes('NOSCRIPT')", replace: "includes('NOTHING')" },
    {
      id: 'limits.shared_memory',
      find: "redis.call('LTRIM', KEYS[1], 0, limit - 1)",
      replace: '',
    },
    {
      id: 'limits.shared_memory',
      find: "redis.call('PEXPIRE', KEYS[1], 60000)",
      replace: '',
    },
  ]),
  ...faultsIn('app/foundation/limits/shared_window.ts', WINDOW, [
    { id: 'limits.shared_away', find: '    failed.close()\n', replace: '' },
    {
      id: 'limits.shared_away',
      find: '    connection = undefined\n    failed.close()',
      replace: '    failed.close()',
    },
    {
      id: 'limits.shared_away',
      find: 'opened.count(PROBE_KEY + randomId(), 1)',
      replace: 'Promise.resolve()',
    },
  ]),
  ...faultsIn(
    'app/foundation/limits/shared_window.ts',
    'spec/foundation/limits/shared_limits_spec.ts',
    [{ id: 'limits.shared_away', find: 'if (isAway) returnedMs = clock()', replace: '' }],
  ),
  ...faultsIn(
    'app/service/settings/shared_limits.ts',
    'spec/foundation/limits/shared_limits_spec.ts',
    [
      {
        id: 'settings.replicas',
        find: "if (reader.value('REPLICAS') === undefined) {",
        replace: 'if (waitMsMax < 0) {',
      },
    ],
  ),
  ...faultsIn('app/checks/doctor/_limits.ts', 'spec/checks/doctor/replicas_spec.ts', [
    { id: 'doctor.replicas', find: 'if (running <= replicas) return', replace: 'return' },
    {
      id: 'doctor.replicas',
      find: 'names.filter((name) => name.startsWith(prefix))',
      replace: 'names',
    },
  ]),
  ...faultsIn('app/checks/doctor/_parts.ts', DOCTOR, [
    {
      id: 'doctor.store_clock',
      find: 'if (skewMs <= LIMITS.clockSkewMsMax)',
      replace: 'if (skewMs >= 0)',
    },
  ]),
  ...faultsIn('app/checks/doctor/_machine.ts', DOCTOR, [
    { id: 'doctor.disks', find: '...(isUsed ? [dirname(database)] : [])', replace: '' },
  ]),
  ...faultsIn('app/service/service.ts', 'spec/cli/stop_spec.ts', [
    {
      id: 'admin.drain',
      find: 'if (isDraining() && response.status < 400)',
      replace: 'if (isDraining() && response.status < 100)',
    },
  ]),
  ...faultsIn('app/service/listen.ts', 'spec/cli/stop_spec.ts', [
    {
      id: 'admin.drain',
      find: '  await Promise.race([pass(drainSeconds * 1000), forced])\n',
      replace: '',
    },
  ]),
  ...faultsIn('app/cli/stop_signals.ts', 'spec/cli/stop_spec.ts', [
    { id: 'admin.drain', find: "first === 'SIGTERM'", replace: "first !== 'SIGUSR1'" },
    { id: 'admin.drain', find: '    forced.resolve()\n', replace: '' },
    { id: 'admin.early_stop', find: 'process.exit(EXIT.fine)', replace: 'process.exit(1)' },
  ]),
  ...faultsIn('app/main.ts', 'spec/cli/stop_spec.ts', [
    { id: 'admin.early_stop', find: '    listenForStop()\n', replace: '' },
  ]),
  ...faultsIn(
    'app/interfaces/static_files/_earlier_assets.ts',
    'spec/replicas/replicas_long_spec.ts',
    [
      {
        id: 'replicas.no_loss',
        find: 'if (folder === current?.folder) return',
        replace: 'return',
      },
    ],
  ),
]
