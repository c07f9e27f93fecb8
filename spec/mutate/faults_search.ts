import { type Fault, faultsIn } from './fault.ts'

const MEANS = 'spec/docs/search/means_spec.ts'

/** Faults of the order of results, of what writers say about it, and of the report of searches. */
export const SEARCH_FAULTS: readonly Fault[] = [
  ...faultsIn('app/docs/search/rank/_ranking.ts', 'spec/docs/search/search_long_spec.ts', [
    {
      id: 'search.title_above_description',
      find: 'return 2 * RANK.place + (((titleExact[page]',
      replace: 'return 1 + (((titleExact[page]',
      spec: 'spec/docs/search/ranking_spec.ts',
    },
    {
      id: 'search.body_weight_zero',
      find: 'if (accepts(page)) best.add',
      replace: 'if (accepts(page) && this.classify(page) > 1) best.add',
    },
  ]),
  ...faultsIn('app/docs/search/rank/_candidates.ts', 'spec/docs/search/candidates_spec.ts', [
    {
      id: 'search.order_is_ranking',
      find: '+ weight * most',
      replace: '+ 0.6 * weight * most',
    },
    {
      id: 'search.order_is_ranking',
      find: 'Math.min(often, FREQUENT_EVEN) + text',
      replace: 'Math.min(often, FREQUENT_EVEN)',
    },
  ]),
  ...faultsIn('app/docs/search/rank/searcher.ts', MEANS, [
    {
      id: 'search.standing',
      find: ' && !isHidden(file, first)',
      replace: '',
    },
    {
      id: 'search.standing',
      find: 'if (!hasLowPages(file)) return',
      replace: 'if (file.pages > 0) return',
    },
  ]),
  ...faultsIn('app/docs/search/match/_word_forms.ts', MEANS, [
    {
      id: 'search.synonyms',
      find: 'const sequence = all.filter(isPart)',
      replace: 'const sequence = all',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_snapshot.ts', 'spec/surfaces/query_spec.ts', [
    {
      id: 'query.names_page',
      find: 'if (byId >= 0) return { at: byId, words: query }',
      replace: '',
    },
  ]),
  ...faultsIn('app/foundation/telemetry/search_report.ts', 'spec/cli/search_report_spec.ts', [
    {
      id: 'report.nobody_named',
      find: '    .filter(([, each]) => isReported(each))\n',
      replace: '',
    },
  ]),
]
