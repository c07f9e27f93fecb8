import { type Fault, faultsIn } from './fault.ts'

/** Faults of how a service takes a new build. */
export const RELOAD_FAULTS: readonly Fault[] = [
  ...faultsIn('app/docs/public_docs/_reload.ts', 'spec/docs/public_docs/reload_spec.ts', [
    {
      id: 'reload.rollback',
      find: 'if (seen === identity || refusals.isResting(seen)) return',
      replace:
        'const older = (a = "", b = "") => Number(a.split("/")[0]) < Number(b.split("/")[0])\n' +
        '    if (seen === identity || older(seen, identity)) return',
    },
    {
      id: 'reload.within_one_second',
      find: 'LOOK_EVERY_MS = 100',
      replace: 'LOOK_EVERY_MS = 5000',
      spec: 'spec/docs/public_docs/reload_period_spec.ts',
    },
    {
      id: 'reload.bad_build',
      find: 'refusals.note(seen, next.error, snapshot.build)',
      replace: 'false',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_inspection.ts', 'spec/docs/public_docs/reload_spec.ts', [
    {
      id: 'reload.bad_build',
      find: '(manifest === undefined ? undefined : findManifestFault(manifest, seal, folder)) ??',
      replace: '',
    },
  ]),
  ...faultsIn(
    'app/docs/public_docs/_checked_build.ts',
    'spec/docs/public_docs/reload_files_spec.ts',
    [
      {
        id: 'reload.bad_build',
        find: "inspectBuild(distDir, 'whole', manifestFile)",
        replace: "inspectBuild(distDir, 'opened', manifestFile)",
      },
    ],
  ),
]
