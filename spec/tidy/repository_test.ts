import { expect, test } from 'bun:test'
import { foreignFaults, lockFaults, packageFaults, topLevelFaults } from './repository.ts'

test('topLevelFaults() names what does not belong and what is missing', () => {
  const files = ['package.json', 'bunfig.toml', 'tsconfig.json', 'bun.lock', 'README.md', 'LICENSE']
  const good = [...files, '.ci/run', '.gitignore', 'app/main.ts', 'Dockerfile']
  expect(topLevelFaults(good)).toEqual([])
  const foreign = ['src/a.ts', 'notes.md', '.github/x.yml', '.npmrc', '.ci/other']
  expect(topLevelFaults([...good, ...foreign])).toHaveLength(5)
  expect(topLevelFaults(good.filter((path) => path !== 'LICENSE'))).toEqual(['LICENSE: missing'])
})

test('packageFaults() names ranges, install scripts and dependencies without a reason', () => {
  const bad = {
    scripts: { postinstall: 'x', start: 'y' },
    dependencies: { a: '^1.0.0', b: '1.0.0', c: 'npm:@c/c@1.0.0' },
    trustedDependencies: ['b'],
  }
  expect(packageFaults(JSON.stringify(bad), '## a\n\n## b\n\n## d\n')).toEqual([
    'a: not an exact pin',
    'package.json: "trustedDependencies" is given',
    'package.json: runs "postinstall" at install',
    'c: no reason is given',
    'd: a reason without a dependency',
  ])
})

test('foreignFaults() names addresses of registries and paths of one machine', () => {
  const bad = ['https:/', 'registry.example.org', 'a'].join('/')
  expect(foreignFaults('a.md', `see ${bad}`)).toHaveLength(1)
  expect(foreignFaults('a.md', `run ${['', 'work', 'main', 'x'].join('/')}`)).toHaveLength(1)
  expect(foreignFaults('a.md', 'https://example.org/work/main and corpus/work/x.md')).toEqual([])
  expect(lockFaults('["a@1.0.0", "https://example.org/a.tgz", {}]')).toHaveLength(1)
})
