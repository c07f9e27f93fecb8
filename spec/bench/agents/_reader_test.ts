import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { bunDocs, undiciDocs } from '../../support/real_input.ts'
import { CORPUS } from '../../support/repository.ts'
import { hasAnswer, judge, toPlain } from './_reader.ts'
import { splitPage } from './_sections.ts'
import { readTasks, type Task } from './_tasks.ts'

const HOME = 'https://docs.example.com'
const ask = { id: 'x', ask: '', again: '' }
const refuse: Task = {
  ...ask,
  kind: 'refuse',
  answers: [['is not built']],
  pages: ['/run/downloads/'],
  status: 'not_yet',
  trap: 'install it with brew',
}

test('judge() takes an answer in any marks, and only a whole one', () => {
  const quote: Task = { ...ask, kind: 'quote', answers: [['asks for s3:GetObject', 'twice']] }
  const whole = toPlain('It asks for\n[`s3:GetObject`](/x), \\"**twice**\\"')
  expect(judge(quote, whole, HOME)).toBe('right')
  expect(judge(quote, toPlain('It asks for `s3:GetObject`'), HOME)).toBeUndefined()
})

test('judge() finds a page by its own address alone', () => {
  const find: Task = { ...ask, kind: 'find', pages: ['/run/'] }
  expect(judge(find, `see ${HOME}/run/)`, HOME)).toBe('right')
  expect(judge(find, `see ${HOME}/run/settings/`, HOME)).toBeUndefined()
})

test('judge() calls a feature that is not built a wrong claim unless something says so', () => {
  const url = `"url":"${HOME}/run/downloads/"`
  expect(judge(refuse, 'You install it with brew', HOME)).toBe('wrong')
  expect(judge(refuse, 'You install it with brew; it is not built', HOME)).toBe('right')
  expect(judge(refuse, `{${url},"status":"not_yet"} install it with brew`, HOME)).toBe('right')
  expect(judge(refuse, `{${url},"status":"available"}`, HOME)).toBe('wrong')
  const other = `{${url},"title":"x"},{"url":"${HOME}/run/","status":"available"}`
  expect(judge(refuse, other, HOME)).toBeUndefined()
})

test('splitPage() leaves headings in fences alone', () => {
  const page = 'Lead\n\n## One\n\n```md\n## Not one\n```\n\n### Two\n\nEnd'
  expect(splitPage(page).map(({ heading }) => heading)).toEqual(['', 'One', 'Two'])
})

test('readTasks() gives tasks whose keys are in the documentation, word for word', async () => {
  const folders = { own: CORPUS, bun: await bunDocs(), undici: await undiciDocs() }
  for (const name of ['own', 'bun', 'undici'] as const) {
    const text = toPlain(await readAll(folders[name]))
    const lower = text.toLowerCase()
    for (const { id, answers = [], trap, subject } of await readTasks(name)) {
      const keys = [...answers.flat(), ...(trap === undefined ? [] : [trap])]
      expect([id, keys.filter((key) => !hasAnswer([[key]], text))]).toEqual([id, []])
      expect([id, subject !== undefined && lower.includes(subject.toLowerCase())]).toEqual([
        id,
        false,
      ])
    }
  }
})

async function readAll(folder: string): Promise<string> {
  const files = await Array.fromAsync(new Glob('**/*.{md,mdx}').scan(folder))
  const texts = await Promise.all(files.map((file) => Bun.file(`${folder}/${file}`).text()))
  return texts.join('\n')
}
