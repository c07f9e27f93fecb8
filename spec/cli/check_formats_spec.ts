import { afterAll, expect } from 'bun:test'
import { join } from 'node:path'
import { copyGoodCorpus, pageText } from '../build/corpus_build/bad_input/files.ts'
import { verifies } from '../requirements/verifies.ts'
import { newFolder, removeFolders } from '../support/building.ts'
import { runProgram } from '../support/program.ts'

afterAll(removeFolders)

async function makeBroken(): Promise<string> {
  const folder = await newFolder()
  const corpus = await copyGoodCorpus(join(folder, 'corpus'))
  await corpus.write('pages/50% new.md', pageText({}, '[Gone](gone.md)'))
  await corpus.write('pages/two.md', pageText({}, '[Gone](gone.md)'))
  return folder
}

verifies('cli.annotations', 'check --format github marks lines on any machine', async () => {
  const folder = await makeBroken()
  const { code, out } = await runProgram(['check', '.', '--format', 'github'], {}, folder)
  expect(code).toBe(1)
  expect(out).toMatch(/^::error file=corpus\/pages\/two\.md,line=9,col=8::the link "gone\.md"/m)
  const wrong = await runProgram(['check', '.', '--format', 'html'], {}, folder)
  expect([wrong.code, wrong.err]).toEqual([
    2,
    'Cannot use --format "html": write github or sarif\n',
  ])
})

verifies('cli.sarif', 'check --format sarif prints a log with every problem', async () => {
  const folder = await makeBroken()
  const { code, out } = await runProgram(['check', '.', '--format', 'sarif'], {}, folder)
  expect(code).toBe(1)
  const [run, ...more] = JSON.parse(out).runs
  expect(more).toEqual([])
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['problem', 'warning'])
  const link = {
    ...{ ruleId: 'problem', ruleIndex: 0, level: 'error' },
    message: { text: expect.stringContaining('the link "gone.md"') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'corpus/pages/two.md', uriBaseId: '%SRCROOT%' },
          region: { startLine: 9, startColumn: 8 },
        },
      },
    ],
  }
  expect(run.results).toContainEqual(link)
  const uris = run.results.map(
    ({ locations }: typeof link) => locations[0]?.physicalLocation.artifactLocation.uri,
  )
  // A path is written as an address.
  expect(uris).toContain('corpus/pages/50%25%20new.md')
})

verifies('cli.sarif', 'check --format sarif of a good corpus is a log, too', async () => {
  const folder = await newFolder()
  await copyGoodCorpus(join(folder, 'corpus'))
  const { code, out } = await runProgram(['check', '.', '--format', 'sarif'], {}, folder)
  expect(code).toBe(0)
  const { version, runs } = JSON.parse(out)
  expect(version).toBe('2.1.0')
  expect(runs[0].results.every(({ level }: { level: string }) => level === 'warning')).toBe(true)
})
