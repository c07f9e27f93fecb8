import { expect, test } from 'bun:test'
import { parse } from 'yaml'
import template from './default_registry.yaml' with { type: 'text' }
import { makeDefaultRegistry } from './registry.ts'

test('makeDefaultRegistry() reads its template as corpora are read', () => {
  const service = { name: 'NAME', title: 'TITLE' }
  const read = JSON.stringify(makeDefaultRegistry({ service }, 'https://docs.example'))
  const marks = { NAME: 'NAME', TITLE: 'TITLE', URL: 'https://docs.example/', HEADER: 'NAME' }
  const names: Readonly<Record<string, string>> = { ...marks, NAMESPACE: 'example.docs' }
  const text = JSON.stringify(parse(String(template)))
  expect(read).toBe(text.replace(/__([A-Z]+)__/g, (mark, name: string) => names[name] ?? mark))
})
