import { expect, test } from 'bun:test'
import { replaceCounters } from './_attributes.ts'
import { blankHidden } from './_parts.ts'

test('replaceCounters() goes on from row to row, and shows nothing of silent ones', () => {
  const first = replaceCounters('{counter: step} {counter:step}{counter2:step}', new Map())
  expect(first.text).toBe('1 2')
  expect(replaceCounters('{counter:step} {counter:letter:a}', first.attributes).text).toBe('4 a')
  expect(replaceCounters('{step}', first.attributes).attributes.get('step')).toBe('3')
})

test('blankHidden() leaves no words of style sheets and programs, and all rows', () => {
  const rows = ['<b>Tea</b> <style>', 'b { color: red }', '</style> pot'].map((text) => ({ text }))
  expect(blankHidden(rows).map(({ text }) => text)).toEqual(['<b>Tea</b> ', '', ' pot'])
})
