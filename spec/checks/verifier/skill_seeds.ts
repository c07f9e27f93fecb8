import { changeJson } from './agent_seeds.ts'
import { type AnswerSeed, changeText, mcp, path, replaceText } from './answer_seeds.ts'
import { absent, type Change, driftsOf, OLD_CARD } from './identity_seeds.ts'

const INDEX = '.well-known/agent-skills/index.json'
const FILE = '.well-known/agent-skills/rotate-keys/references/states.md'
const FILES = [
  FILE,
  ...['lectern/SKILL.md', 'rotate-keys/SKILL.md'].map((path) => `.well-known/agent-skills/${path}`),
  ...['assets/key.png', 'scripts/rotate.py'].map((path) =>
    FILE.replace('references/states.md', path),
  ),
]
const NOW = 'MCP 2026-07-28'
const list = mcp('"skills/list"')

type Skills = Parameters<Change>[0]
const eachSkill =
  (change: (skill: Skills) => void): Change =>
  ({ result }) => {
    for (const skill of result?.skills ?? []) change(skill)
  }
const filesOf = ({ resources }: Skills): readonly Skills[] => resources ?? []

/** Skills that are not the same over MCP, in the index and as files. */
export const SKILL_DRIFTS: readonly AnswerSeed[] = [
  ...driftsOf(INDEX, [
    ['a skill less', ({ skills }) => void skills?.pop(), 'skills [1]'],
    [
      'another digest',
      ({ skills }) => void Object.assign(skills?.[0] ?? {}, { digest: 'x' }),
      'skills [0] digest',
    ],
    [
      'another description',
      ({ skills }) => void Object.assign(skills?.[0] ?? {}, { description: 'x' }),
      'skills [0] description',
    ],
    [
      'another type',
      ({ skills }) => void Object.assign(skills?.[0] ?? {}, { type: 'archive' }),
      'skills [0] type',
    ],
  ]),
  [
    'an older revision that does not declare skills',
    changeJson(mcp('"initialize"', '2025-06-18'), ({ result }) => {
      Reflect.deleteProperty(result?.capabilities ?? {}, 'extensions')
    }),
    { where: 'MCP 2025-06-18', what: 'capabilities extensions', found: 'nothing' },
  ],
  [
    'a directory method that is declared and not there',
    changeText(
      mcp('server/discover'),
      replaceText('/skills":{}', '/skills":{"directoryRead":true}'),
    ),
    { where: NOW, what: 'capabilities extensions', found: 'true', also: [OLD_CARD] },
  ],
  [
    'a list without a skill',
    changeJson(list, ({ result }) => void result?.skills?.pop()),
    { where: INDEX, what: 'skills [1]' },
  ],
  [
    'a list with other front matter',
    changeJson(
      list,
      eachSkill(({ frontmatter }) => void Object.assign(frontmatter ?? {}, { license: 'X' })),
    ),
    { where: NOW, what: 'file skill://', expected: 'as listed', found: 'front matter' },
  ],
  [
    'a list with another digest',
    changeJson(
      list,
      eachSkill((skill) => {
        for (const file of filesOf(skill))
          Object.assign(file, { digest: `sha256:${'0'.repeat(64)}` })
      }),
    ),
    { where: NOW, what: 'file skill://', found: 'digest', also: [INDEX, ...FILES] },
  ],
  [
    'a list with digests in another form',
    changeJson(
      list,
      eachSkill((skill) => {
        for (const file of filesOf(skill)) Object.assign(file, { digest: 'md5:0' })
      }),
    ),
    { where: NOW, what: 'skill lectern', found: 'digests', also: [INDEX, ...FILES] },
  ],
  [
    'a list with another size',
    changeJson(
      list,
      eachSkill((skill) => {
        for (const file of filesOf(skill)) Object.assign(file, { size: 1 })
      }),
    ),
    { where: NOW, what: 'file skill://', found: 'size' },
  ],
  [
    'a list without a file',
    changeJson(
      list,
      eachSkill(({ resources }) => void resources?.splice(1)),
    ),
    { where: NOW, what: 'skills/get rotate-keys' },
  ],
  [
    'a list that is said to be dynamic',
    changeJson(
      list,
      eachSkill((skill) => void Object.assign(skill, { resources: 'dynamic' })),
    ),
    { where: NOW, what: 'skill lectern', also: [INDEX] },
  ],
  [
    'a list of another host',
    changeText(list, (text) => text.replaceAll('skill://localhost/', 'skill://x.invalid/')),
    { where: NOW, what: 'address', found: 'x.invalid' },
  ],
  [
    'a list in pages',
    changeJson(list, ({ result }) => void Object.assign(result ?? {}, { nextCursor: 'x' })),
    { where: NOW, what: 'skills/list nextCursor', found: 'x' },
  ],
  [
    'a list for one caller alone',
    changeJson(list, ({ result }) => void Object.assign(result ?? {}, { cacheScope: 'private' })),
    { where: NOW, what: 'skills/list cacheScope', found: 'private' },
  ],
  [
    'an entry that differs from the list',
    changeText(mcp('"skills/get"'), (text) => text.replaceAll('"license":"MIT"', '"license":"X"')),
    { where: NOW, what: 'skills/get rotate-keys', found: 'X' },
  ],
  [
    'a file with other text over MCP',
    changeText(mcp('"resources/read"', 'states.md'), replaceText('States', 'Status')),
    { where: NOW, what: 'states.md', found: 'digest', also: [FILE] },
  ],
  [
    'a file with another length over MCP',
    changeText(mcp('"resources/read"', 'states.md'), replaceText('States', 'All states')),
    { where: NOW, what: 'states.md', found: 'size', also: [FILE] },
  ],
  [
    'a file with other text as a file',
    changeText(path(`/${FILE}`), replaceText('States', 'Status')),
    { where: FILE, what: 'digest', expected: 'sha256' },
  ],
  [
    'a file that is not there as a file',
    absent(`/${FILE}`),
    { where: FILE, what: 'digest', found: 'nothing' },
  ],
  [
    'a file of a skill among the resources',
    changeText(
      mcp('"resources/list"', '2026-07-28'),
      replaceText(
        '"resources":[',
        '"resources":[{"uri":"skill://localhost/x/SKILL.md","name":"x"},',
      ),
    ),
    {
      where: NOW,
      what: 'skills among resources',
      found: '1',
      also: ['MCP', 'MCP 2025-11-25', 'MCP 2025-06-18', 'MCP 2025-03-26'],
    },
  ],
  [
    'a skill that nobody listed',
    ({ request }) =>
      mcp('"skills/get"', 'no-such-skill')(request)
        ? { text: '{"jsonrpc":"2.0","id":1,"result":{"skill":{}}}' }
        : undefined,
    { where: NOW, what: 'skills/get of an unknown skill', expected: '-32602' },
  ],
]
