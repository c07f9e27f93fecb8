import { describe, expect, test } from 'bun:test'
import type { DomainServices } from '../../../app/business/tools/mod.ts'
import type { DomainOutcome } from '../../../app/contract/domain.ts'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createBusinessFixture, messageOf, READ, replaceTool } from './business_fixture.ts'

const NOTE = { topic: 'routine', text: 'The oven is cleaned on Mondays.' }

/** A remote domain that gives one answer to every call. */
function answerWith(outcome: DomainOutcome, standing?: 'unavailable') {
  return ({ within: _, ...embedded }: DomainServices): DomainServices => ({
    ...embedded,
    ...(standing === undefined ? {} : { standing: async () => standing }),
    call: async () => outcome,
  })
}

forEachStore((_name, open) => {
  describe('a hostile caller', () => {
    test('threat 27: arguments with very many values are refused and audited', async () => {
      const here = await createBusinessFixture(await open())
      const reader = await here.reader('ada', 'biz_bakery')
      const many = Array.from({ length: 60_000 }, (_, at) => `!${at}`)
      const floods = [
        { query: 'rolls', types: many },
        Object.fromEntries(many.map((name) => [name, 1])),
        { query: 'rolls', types: [many.slice(0, 3000), many.slice(0, 3000)] },
      ]
      for (const args of floods) {
        const answer = await here.read(reader, 'search_records', args)
        const message = 'Cannot call "search_records": arguments hold more than 4096 values'
        expect(messageOf(answer)).toBe(message)
      }
      expect(await here.lines()).toEqual(Array(3).fill('tool_read arguments_refused'))
    })

    test('threat 29: keys that reach into prototypes are refused at every depth', async () => {
      const here = await createBusinessFixture(await open())
      const writer = await here.writer('ada', 'biz_bakery')
      for (const key of ['__proto__', 'constructor', 'prototype']) {
        const inside = JSON.parse(`{"id": "profile_bakery", "opening_hours": {"${key}": {"x": 1}}}`)
        const beside = JSON.parse(`{"id": "profile_bakery", "opening_hours": {}, "${key}": 1}`)
        for (const args of [inside, beside]) {
          const answer = await here.write(writer, 'set_opening_hours', args)
          expect(messageOf(answer)).toContain(`argument "${key}" is not allowed`)
        }
      }
      expect('x' in {}).toBe(false)
    })

    verifies(
      'rule.private_needs_scope',
      'a tool that is declared a read changes nothing, whatever operation it names',
      async () => {
        const before = async (sql: Awaited<ReturnType<typeof open>>['sql']) =>
          JSON.stringify(await sql.all('SELECT * FROM domain_record ORDER BY type, id'))
        const registry = replaceTool('list_memory', {
          operation: 'record.create',
          input_schema: { type: 'object' },
        })
        const here = await createBusinessFixture(await open(), { registry })
        const reader = await here.reader('ada', 'biz_bakery')
        const stored = await before(here.store.sql)
        const answer = await here.read(reader, 'list_memory', NOTE)
        expect(messageOf(answer)).toContain('is not available to this connection')
        expect(await here.lines()).toEqual(['tool_read denied'])
        expect(await before(here.store.sql)).toBe(stored)
      },
    )

    test('a tool that is declared a write does not read', async () => {
      const registry = replaceTool('add_memory_note', { operation: 'record.list' })
      const here = await createBusinessFixture(await open(), { registry })
      const answer = await here.write(
        await here.writer('ada', 'biz_bakery'),
        'add_memory_note',
        NOTE,
      )
      expect(messageOf(answer)).toContain('is not available to this connection')
      expect(await here.lines()).toEqual(['tool_write denied'])
    })

    test('the embedded domain checks the scopes itself', async () => {
      const here = await createBusinessFixture(await open())
      const { grantId, clientId, userId, workspaceId, businessId } = await here.reader(
        'ada',
        'biz_bakery',
      )
      const context = { grantId, clientId, userId, workspaceId, businessId, requestId: 'req' }
      const call = (kind: 'read' | 'write', operation: string, scopes: readonly (typeof READ)[]) =>
        here.domain.call(
          { ...context, scopes },
          {
            kind,
            operation,
            args: { type: 'memory_note' },
            records: ['memory_note'],
            deadline: here.time.now + 1000,
          },
        )
      expect(await call('read', 'record.list', [READ])).toMatchObject({ outcome: 'records' })
      expect(await call('read', 'record.list', [])).toEqual({ outcome: 'denied' })
      expect(await call('read', 'record.create', [READ])).toEqual({ outcome: 'denied' })
      expect(await call('write', 'record.create', [READ])).toEqual({ outcome: 'denied' })
    })
  })

  describe('a faulty domain', () => {
    verifies(
      'rule.business_reach',
      'threat 36: an answer that the adapter dropped for a foreign record is audited',
      async () => {
        const gone = answerWith({ outcome: 'unavailable', foreignRecord: true })
        const here = await createBusinessFixture(await open(), { domain: gone })
        const answer = await here.read(await here.reader('ada', 'biz_bakery'), 'list_jobs')
        expect(messageOf(answer)).toContain('temporarily unavailable')
        expect(await here.lines()).toEqual(['reach_violation reach_violation'])
      },
    )

    test('threat 36: a write with such an answer is unknown to its caller', async () => {
      const lost = answerWith({ outcome: 'unknown', foreignRecord: true })
      const here = await createBusinessFixture(await open(), { domain: lost })
      const writer = await here.writer('ada', 'biz_bakery')
      const answer = await here.write(writer, 'add_memory_note', NOTE, 'key')
      expect(messageOf(answer)).toContain('it may have changed something')
      expect(await here.lines()).toEqual(['tool_write intended', 'reach_violation dropped'])
    })

    test('a write is audited even when the state of the business is unknown', async () => {
      const away = answerWith({ outcome: 'unavailable' }, 'unavailable')
      const here = await createBusinessFixture(await open(), { domain: away })
      const writer = await here.store.transaction(async () => ({
        grantId: 'grant_x',
        clientId: 'desk',
        userId: 'usr_ada',
        workspaceId: 'ws_quillfeather',
        businessId: 'biz_bakery',
        scopes: ['mcp:business:write'],
      }))
      // No token can be issued while the domain is unreachable, so the grant is spelled out.
      const answer = await here.write(writer as never, 'add_memory_note', NOTE)
      expect(messageOf(answer)).toContain('temporarily unavailable')
      expect(await here.lines()).toEqual(['tool_write unavailable'])
    })
  })

  describe('reads that cannot be audited', () => {
    test('a read is refused when the audit failed while its domain answered', async () => {
      let isHealthy = true
      const here = await createBusinessFixture(await open(), {
        audit: (audit) => ({ ...audit, isHealthy: () => isHealthy }),
        domain: (embedded) => ({
          ...embedded,
          call: async (context, call) => {
            isHealthy = false
            return await embedded.call(context, call)
          },
        }),
      })
      const answer = await here.read(await here.reader('ada', 'biz_bakery'), 'list_jobs')
      expect(messageOf(answer)).toContain('temporarily unavailable')
    })

    test('a full audit reports it before it refuses an entry', async () => {
      const store = await open()
      const audit = createAudit(store, { clock: Date.now })
      const release = Promise.withResolvers<void>()
      const blocking = store.transaction(() => release.promise)
      const lines: Promise<void>[] = []
      for (let at = 0; at < 10_000; at += 1) {
        expect(audit.isHealthy()).toBe(true)
        lines.push(audit.appendLater({ event: 'tool_read', outcome: 'records' }))
      }
      expect(audit.isHealthy()).toBe(false)
      const more = audit.appendLater({ event: 'tool_read', outcome: 'records' })
      await expect(more).rejects.toThrow('too many entries')
      release.resolve()
      await blocking
      await Promise.all(lines)
      expect(audit.isHealthy()).toBe(true)
    })
  })
})
