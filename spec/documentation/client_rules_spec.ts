import { expect } from 'bun:test'
import { collapseSpace } from '../requirements/contract.ts'
import { quotesOf, readRequirements } from '../requirements/requirements.ts'
import { verifies } from '../requirements/verifies.ts'
import { readText } from '../tidy/tree.ts'

const PAGE = 'corpus/pages/clients/rules.md'

// What binds clients cannot be proven on the service: the page that tells them is the proof.
verifies(
  [
    'client.host_performs_oauth',
    'client.id_not_parsed',
    'client.kind_not_letter',
    'client.cache_on_updated',
    'client.no_hardcoded_capabilities',
    'client.positions_not_stable',
    'client.compare_dates',
    'client.branch_on_code',
    'client.own_backoff',
    'client.send_revision',
    'client.must_not_pin',
    'client.compare_versions',
  ],
  'the page "Rules for clients" quotes every sentence that binds clients',
  () => {
    const page = collapseSpace((readText(PAGE) ?? '').replace(/^> ?/gm, ''))
    const statutes = readRequirements()
    const entries = statutes.ok ? statutes.value.requirements : []
    const binding = entries.filter((entry) => entry.binds === 'client')
    const quotes = binding.flatMap(quotesOf).map(collapseSpace)
    expect(binding.length).toBeGreaterThanOrEqual(12)
    expect(quotes.filter((quote) => !page.includes(quote))).toEqual([])
  },
)
