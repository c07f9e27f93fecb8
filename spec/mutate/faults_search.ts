import { type Fault, faultsIn } from './fault.ts'

const MEANS = 'spec/search/means_spec.ts'

/** Faults of what writers say about search, and of the report of searches. */
export const SEARCH_FAULTS: readonly Fault[] = [
  ...faultsIn('app/search/_standings.ts', MEANS, [
    {
      id: 'search.standing',
      find: 'if (standing[first] === HIDDEN) return pages',
      replace: '',
    },
    {
      id: 'search.standing',
      find: 'if (!standing.includes(LOW)) return run',
      replace: 'if (standing.length > 0) return run',
    },
  ]),
  ...faultsIn('app/search/_synonyms.ts', MEANS, [
    {
      id: 'search.synonyms',
      find: 'const sequence = all.filter(isPart)',
      replace: 'const sequence = all',
    },
  ]),
  ...faultsIn('app/public_docs/_named_page.ts', 'spec/surfaces/query_spec.ts', [
    {
      id: 'query.names_page',
      find: 'if (byId >= 0) return { at: byId, words: query }',
      replace: '',
    },
  ]),
  ...faultsIn('app/telemetry/search_report.ts', 'spec/cli/search_report_spec.ts', [
    {
      id: 'report.nobody_named',
      find: '.filter(([, each]) => each.asked >= ASKED_MIN && each.minutes >= MINUTES_MIN)',
      replace: '',
    },
  ]),
]
