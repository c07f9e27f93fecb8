import { type Fault, faultsIn } from './fault.ts'

const FIDELITY = 'spec/fidelity/fidelity_spec.ts'

/** Converters switched off: each loses something, and no report names it. */
export const FIDELITY_FAULTS: readonly Fault[] = [
  ...faultsIn('app/importer/dialects/includes.ts', FIDELITY, [
    {
      id: 'import.nothing_lost',
      find: 'const selected = selectPart(all, call.part, grammar.markers)',
      replace: 'const selected = all',
    },
    {
      id: 'import.nothing_lost',
      find: 'report.addLoss(place, `the include of ${quote(call.path)} ${what}',
      replace: 'void (`${place.file} ${what}',
    },
  ]),
  ...faultsIn('app/importer/pages/_anchors.ts', FIDELITY, [
    {
      id: 'import.nothing_lost',
      find: 'if (ids.every((id) => id === found.anchor)) continue',
      replace: 'if (wanted.length > 0) continue',
    },
  ]),
]
