import type { Row } from './files.ts'

export const skill = (lines: readonly string[], body = 'Do it.'): string => {
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`
}

export const NAME = 'name: keys'
export const ABOUT = 'description: Rotates keys.'

/** Of 401 characters. */
const FOLDERS = `${'a'.repeat(200)}/${'b'.repeat(200)}`

/** Ways to break the folder `skills`. */
export const SKILL_ROWS: readonly Row[] = [
  {
    name: 'skills with every kind of mistake',
    breaks: async (corpus) => {
      await corpus.write('skills/keys.md', 'Text')
      await corpus.write('skills/Bad_Name/SKILL.md', skill(['name: Bad_Name', ABOUT]))
      await corpus.write('skills/empty/notes.txt', 'Notes')
      await corpus.write(
        'skills/keys/SKILL.md',
        skill(
          ['name: other', 'licence: MIT', 'compatibility: 5', 'metadata:', '  since: 2026-01-01'],
          'See [the states](references/state.md).',
        ),
      )
      await corpus.write('skills/keys/references/states.md', 'States')
      await corpus.write('skills/keys/index.md', 'A page')
      await corpus.write('skills/keys/a b.md', 'Spaces')
      await corpus.write('skills/plain/SKILL.md', 'No front matter')
    },
    says: [
      [
        'skills/Bad_Name:1:1',
        '"Bad_Name" cannot be the name of a skill',
        'write lower-case letters, digits and single -, 64 at most',
      ],
      ['skills/empty:1:1', 'the skill has no SKILL.md', 'write it'],
      [
        'skills/keys.md:1:1',
        '"keys.md" is not a folder, and so no skill',
        'put it into a folder of its own as SKILL.md, or remove it',
      ],
      ['skills/keys/SKILL.md:1:1', '"description" is absent', 'add it'],
      ['skills/keys/SKILL.md:2:7', '"name" is "other", and the folder is "keys"', 'write "keys"'],
      ['skills/keys/SKILL.md:3:1', 'the key "licence" is unknown', 'write "license", or remove it'],
      [
        'skills/keys/SKILL.md:4:16',
        '"compatibility" is the number 5, not text',
        "put it in quotes: '5'",
      ],
      [
        'skills/keys/SKILL.md:6:10',
        '"since" is 2026-01-01, which some readers of YAML do not take for text',
        "put it in quotes: '2026-01-01'",
      ],
      [
        'skills/keys/SKILL.md:9:18',
        'the skill has no file "references/state.md"',
        'write "references/states.md"',
      ],
      [
        'skills/keys/a b.md:1:1',
        'the name "a b.md" cannot stand in an address',
        'write letters, digits and the characters . _ -',
      ],
      ['skills/keys/index.md:1:1', 'the name "index.md" is that of a page', 'rename the file'],
      [
        'skills/plain/SKILL.md:1:1',
        'the file has no front matter',
        'begin it with a line "---", then name, description, then "---"',
      ],
    ],
  },
  {
    name: 'a skill that Windows saved',
    breaks: (corpus) =>
      corpus.write(
        'skills/keys/SKILL.md',
        `\ufeff${skill([NAME, ABOUT]).replaceAll('\n', '\r\n')}`,
      ),
    says: [
      [
        'skills/keys/SKILL.md:1:1',
        'the file begins with a byte order mark',
        'save it as UTF-8 without one',
      ],
      [
        'skills/keys/SKILL.md:1:1',
        'the lines end with a carriage return',
        'save it with line feeds alone',
      ],
    ],
  },
  {
    name: 'a skill with the name of the generated one',
    breaks: (corpus) => corpus.write('skills/acme/SKILL.md', skill(['name: acme', ABOUT])),
    says: [
      [
        'skills/acme:1:1',
        'the skill "acme" is generated from the registry',
        'give this one another name',
      ],
    ],
  },
  {
    name: 'a skill with more files than hosts take',
    breaks: async (corpus) => {
      await corpus.write('skills/keys/SKILL.md', skill([NAME, ABOUT]))
      for (let at = 0; at < 512; at += 1) await corpus.write(`skills/keys/f${at}.txt`, '')
    },
    says: [
      ['skills/keys:1:1', 'the skill has 513 files, more than 512', 'split it into several skills'],
    ],
  },
  {
    name: 'a skill with more bytes than hosts take',
    breaks: async (corpus) => {
      await corpus.write('skills/keys/SKILL.md', skill([NAME, ABOUT]))
      await corpus.write('skills/keys/data.bin', new Uint8Array(16 * 1024 * 1024))
    },
    says: [
      [
        'skills/keys:1:1',
        'the files of the skill have 16777270 bytes, more than 16777216',
        'remove what is large',
      ],
    ],
  },
  {
    name: 'more skills than a corpus may have',
    breaks: async (corpus) => {
      for (let at = 0; at < 51; at += 1) {
        await corpus.write(`skills/s${at}/SKILL.md`, skill([`name: s${at}`, ABOUT]))
      }
    },
    says: [['skills:1:1', 'the folder has 51 skills, more than 50', 'remove some']],
  },
  {
    name: 'skills with more files than all may have',
    breaks: async (corpus) => {
      for (const name of ['one', 'two']) {
        await corpus.write(`skills/${name}/SKILL.md`, skill([`name: ${name}`, ABOUT]))
        for (let at = 0; at < 500; at += 1) await corpus.write(`skills/${name}/f${at}.txt`, '')
      }
    },
    says: [['skills:1:1', 'the skills have 1002 files together, more than 1000', 'remove some']],
  },
  {
    name: 'a skill with a path that is too long to be served',
    breaks: async (corpus) => {
      await corpus.write('skills/keys/SKILL.md', skill([NAME, ABOUT]))
      await corpus.write(`skills/keys/${FOLDERS}/${'f'.repeat(110)}`, 'Fits')
      await corpus.write(`skills/keys/${FOLDERS}/${'g'.repeat(111)}`, 'Too long')
      await corpus.write(`skills/keys/${FOLDERS}/${FOLDERS}/x.txt`, 'In a folder that is too long')
    },
    says: [
      [
        `skills/keys/${FOLDERS}/${FOLDERS.slice(0, 200)}:1:1`,
        'the path has 602 characters below the skill, more than 512',
        'shorten it',
      ],
      [
        `skills/keys/${FOLDERS}/${'g'.repeat(111)}:1:1`,
        'the path has 513 characters below the skill, more than 512',
        'shorten it',
      ],
    ],
  },
  {
    name: 'a skill with a blank after its first line and names that are no text',
    breaks: (corpus) =>
      corpus.write(
        'skills/keys/SKILL.md',
        skill([
          NAME,
          ABOUT,
          'metadata:',
          '  "yes": quoted',
          '  no: a',
          '  1.0: c',
          '  <<: d',
        ]).replace('---', '--- '),
      ),
    says: [
      ['skills/keys/SKILL.md:1:1', 'the first line has blanks after "---"', 'remove them'],
      ...[
        [6, 'no'],
        [7, '1.0'],
        [8, '<<'],
      ].map(
        ([line, name]) =>
          [
            `skills/keys/SKILL.md:${line}:3`,
            `the name ${name} is one that some readers of YAML do not take for text`,
            `put it in quotes: '${name}'`,
          ] as const,
      ),
    ],
  },
  {
    name: 'a skill with a reserved name and a long description',
    breaks: (corpus) =>
      corpus.write(
        'skills/keys/SKILL.md',
        skill([
          NAME,
          `description: ${'x'.repeat(1025)}`,
          'version: 1.0.0',
          'metadata:',
          '  io.modelcontextprotocol/x: y1',
        ]),
      ),
    says: [
      [
        'skills/keys/SKILL.md:3:14',
        '"description" has 1025 characters, more than 1024',
        'shorten it',
      ],
      [
        'skills/keys/SKILL.md:4:1',
        'the key "version" does not belong here',
        'put it below "metadata", in quotes',
      ],
      [
        'skills/keys/SKILL.md:6:3',
        'the name "io.modelcontextprotocol/x" is reserved for extensions',
        'give it another name',
      ],
    ],
  },
]
