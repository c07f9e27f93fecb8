import { expect, test } from 'bun:test'
import { quoteForShell } from './guides.ts'

test('quoted() hands a shell the very word, whatever stands in it', () => {
  for (const word of ['https://a.example/mcp', "it's; echo $HOME `id`", '{"a":"b"}', "'"]) {
    const { stdout } = Bun.spawnSync(['/bin/sh', '-c', `printf %s ${quoteForShell(word)}`])
    expect(stdout.toString()).toBe(word)
  }
})
