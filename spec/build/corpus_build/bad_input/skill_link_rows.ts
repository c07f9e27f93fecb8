import type { Row } from './files.ts'
import { ABOUT, NAME, skill } from './skill_rows.ts'

const LINK = 'this is a symbolic link, which skills cannot have'

const PIPE = 'this is not a regular file'

/** What would publish files from elsewhere. */
export const SKILL_LINK_ROWS: readonly Row[] = [
  {
    name: 'skills with symbolic links',
    breaks: async (corpus) => {
      await corpus.write('skills/keys/SKILL.md', skill([NAME, ABOUT]))
      await corpus.link('skills/all', '/')
      await corpus.link('skills/keys/bad name?.yaml', '../../business.yaml')
      await corpus.link('skills/keys/gitconfig.txt', '../../.git/config')
      await corpus.link('skills/keys/hostname', '/etc/hostname')
      await corpus.link('skills/keys/index.html', 'SKILL.md')
      await corpus.link('skills/keys/root', '/')
      await corpus.link('skills/keys/self', '.')
    },
    says: [
      ['skills/all:1:1', LINK, 'put the folder itself here'],
      ...['bad name?.yaml', 'gitconfig.txt', 'hostname', 'index.html', 'root', 'self'].map(
        (name) => [`skills/keys/${name}:1:1`, LINK, 'put the file itself here'] as const,
      ),
    ],
  },
  {
    name: 'a folder of skills that is a symbolic link',
    breaks: (corpus) => corpus.link('skills', '/etc'),
    says: [['skills:1:1', LINK, 'put the folder itself here']],
  },
  {
    name: 'skills with pipes',
    breaks: async (corpus) => {
      await corpus.write('skills/keys/SKILL.md', skill([NAME, ABOUT]))
      await corpus.pipe('skills/keys/pipe.txt')
      await corpus.write('skills/other/notes.txt', 'Notes')
      await corpus.pipe('skills/other/SKILL.md')
      await corpus.pipe('skills/pipe')
    },
    says: [
      ['skills/keys/pipe.txt:1:1', PIPE, 'remove it'],
      ['skills/other:1:1', 'the skill has no SKILL.md', 'write it'],
      ['skills/other/SKILL.md:1:1', PIPE, 'remove it'],
      ['skills/pipe:1:1', PIPE, 'remove it'],
    ],
  },
]
