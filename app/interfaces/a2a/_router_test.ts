import { expect, test } from 'bun:test'
import { createSampleDocs } from '../../../spec/support/sample_docs.ts'
import type { SkillEntry } from '../../contract/registry.ts'
import { routeText } from './_router.ts'

function skill(
  id: string,
  operation: SkillEntry['operation'],
  tags: string,
  example: string,
): SkillEntry {
  return {
    id,
    operation,
    name: id,
    description: `Dient zu ${id}.`,
    tags: tags.split(', '),
    examples: [example],
  }
}

/** A registry of another operator, in another language, bound to other operations. */
const SKILLS = [
  skill('seiten', 'pages', 'liste, alle seiten', 'Zeig mir alle Seiten'),
  skill('ablauf', 'workflow', 'ablauf, arbeitsgang', 'Welcher Ablauf hilft mir?'),
  skill('ereignis', 'event', 'ereignis, ereignisse', 'Welche Ereignisse gibt es?'),
  skill('lesen', 'page', 'lies, vorlesen', 'Lies die Seite Getting started'),
  skill('neues', 'changes', 'neues, neuigkeiten', 'Was gibt es Neues?'),
]

const { docs } = await createSampleDocs().open({
  registry: (own) => ({ ...own, skills: SKILLS }),
})

async function routeToId(text: string): Promise<string | undefined> {
  return (await routeText(text, docs.current())).skill?.id
}

test('routeText() follows the words of a registry, whatever their language', async () => {
  for (const { id, examples } of SKILLS) {
    for (const example of examples)
      expect([example, await routeToId(example)]).toEqual([example, id])
  }
  expect(await routeToId('Gibt es Neuigkeiten?')).toBe('neues')
  expect(await routeToId('Bitte einen Arbeitsgang')).toBe('ablauf')
})

test('routeText() reads a page by id, address, path and quoted title', async () => {
  const named = ['p2', 'was steht auf http://localhost:8080/guides/start/?', '/guides/start/']
  for (const text of [...named, 'Bitte "Getting started"']) {
    expect([text, await routeToId(text)]).toEqual([text, 'lesen'])
  }
})

test('routeText() names no skill when it is unsure and none searches', async () => {
  for (const text of ['warum ist der Himmel blau', '???', 'a1 a2 a3 a4 a5']) {
    expect([text, await routeToId(text)]).toEqual([text, undefined])
  }
})

test('routeText() names no skill when two are asked for alike', async () => {
  for (const text of ['Neues oder ein Ablauf', 'Ereignisse und Neuigkeiten']) {
    expect([text, await routeToId(text)]).toEqual([text, undefined])
  }
})

test('routeText() reads a page by its title when the text asks to read and names it', async () => {
  expect(await routeToId('vorlesen: Front page')).toBe('lesen')
  expect(await routeToId('Front page')).toBe(undefined)
  expect(await routeToId('bitte vorlesen')).toBe(undefined)
})
