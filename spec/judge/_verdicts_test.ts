import { expect, test } from 'bun:test'
import { formatVerdicts } from './_verdicts.ts'
import { readAfdocsReport } from './afdocs.ts'
import { readLighthouseReports } from './lighthouse.ts'
import { readNuReport } from './nu.ts'

test('readNuReport() falls short for a warning, and names page and line', () => {
  const counts = { pages: 1, sheets: 1 }
  const warning = { type: 'info', subType: 'warning', url: 'file:/x/0.html', lastLine: 3 }
  const report = JSON.stringify({ messages: [{ ...warning, message: 'No heading' }] })
  const verdict = readNuReport(report, counts, () => '/run/')
  expect(verdict.complaints).toEqual(['/run/:3: warning: No heading'])
  expect(verdict.isKept).toBe(false)
  const clean = JSON.stringify({ messages: [] })
  expect(readNuReport(clean, counts, String).isKept).toBe(true)
  expect(readNuReport(clean, { pages: 1, sheets: 0 }, String).isKept).toBe(false)
})

test('readAfdocsReport() falls short for a check that is skipped without a reason', () => {
  const report = (skips: string) => {
    const results = Array.from({ length: 28 }, (_, at) => {
      const id = at === 0 ? skips : `check-${at}`
      return { id, status: id === skips ? 'skip' : 'pass', message: 'Nothing to check' }
    })
    return JSON.stringify({ results, testedPages: 3 })
  }
  expect(readAfdocsReport(report('auth-alternative-access')).isKept).toBe(true)
  const verdict = readAfdocsReport(report('llms-txt-exists'))
  expect(verdict.isKept).toBe(false)
  expect(verdict.complaints).toEqual(['llms-txt-exists: skip: Nothing to check'])
})

test('readLighthouseReports() takes each category from its best run', () => {
  const report = (performance: number, seo: number) => {
    const category = (score: number, id: string) => ({ score, auditRefs: [{ id, weight: 1 }] })
    const categories = {
      performance: category(performance, 'speed'),
      accessibility: category(1, 'labels'),
      'best-practices': category(1, 'errors'),
      seo: category(seo, 'title'),
    }
    const audit = (id: string, score: number) => ({ id, score, title: `The ${id}` })
    const audits = { speed: audit('speed', performance), title: audit('title', seo) }
    return JSON.stringify({ categories, audits })
  }
  const subject = { name: 'front page', path: '/', omits: {} }
  const once = readLighthouseReports([report(0.93, 1)], subject, 'mobile')
  expect(once).toMatchObject({ found: '93 100 100 100 in 1 run', isKept: false })
  expect(once.complaints).toEqual(['performance: speed: 93: The speed'])
  const again = readLighthouseReports([report(0.93, 1), report(1, 0.9)], subject, 'mobile')
  expect(again).toMatchObject({ isKept: true, complaints: [] })
})

test('formatVerdicts() puts complaints below their figure', () => {
  const verdict = { judge: 'Nu', figure: '2 pages', found: '1', wanted: '0' } as const
  const text = formatVerdicts([{ ...verdict, isKept: false, complaints: ['/:1: No title'] }])
  expect(text.split('\n')).toEqual([
    'judge  figure   found  wanted',
    'Nu     2 pages  1      0       SHORT',
    '    /:1: No title',
  ])
})
