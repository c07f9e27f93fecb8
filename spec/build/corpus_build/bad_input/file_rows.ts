import { pageText, type Row } from './files.ts'

/** Ways to break files and their names. */
export const FILE_ROWS: readonly Row[] = [
  {
    name: 'bytes that are not UTF-8',
    breaks: (corpus) => corpus.write('pages/new.md', latin1(pageText({}, 'Café au lait.'))),
    says: [['pages/new.md:9:4', 'the byte "0xe9" is not UTF-8', 'save the file as UTF-8']],
  },
  {
    name: 'a NUL byte',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'One\0two.')),
    says: [
      ['pages/new.md:9:4', 'a NUL byte is not allowed', 'remove it; a source file is plain text'],
    ],
  },
  {
    name: 'a page of more than two mebibytes',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'x'.repeat(2 * 1024 * 1024))),
    says: [
      [
        'pages/new.md:1:1',
        'the file has 2097250 bytes, more than 2097152',
        'split it into smaller files',
      ],
    ],
  },
  {
    name: 'a page without text',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, '')),
    says: [['pages/new.md:8:1', 'the page has no text', 'write some, or remove the file']],
  },
  {
    name: 'files whose names are nearly those of files that are read',
    breaks: async (corpus) => {
      await corpus.remove('allowlist.yaml')
      await corpus.write('allow-list.yaml', '- search\n')
      await corpus.write('Allowlist.json', '["search"]')
      await corpus.write('registry.yml', 'version: 1\n')
      await corpus.write('bussiness.yml', 'version: 1\n')
      // None of these looks like one, or says by its name that it is a copy.
      const others = ['README.md', 'LICENSE', '.allowlist.yml', 'CHANGELOG.md', 'package.yaml']
      for (const name of [...others, 'registry.yaml.bak', 'registries.yaml', 'registry.json']) {
        await corpus.write(name, 'text')
      }
    },
    says: [
      [
        'Allowlist.json:1:1',
        'the file "Allowlist.json" is not read',
        suggestName('allowlist.yaml'),
      ],
      [
        'allow-list.yaml:1:1',
        'the file "allow-list.yaml" is not read',
        suggestName('allowlist.yaml'),
      ],
      ['bussiness.yml:1:1', 'the file "bussiness.yml" is not read', suggestName('business.yaml')],
      ['registry.yml:1:1', 'the file "registry.yml" is not read', suggestName('registry.yaml')],
    ],
  },
  {
    name: 'a file name with a space',
    breaks: (corpus) => corpus.write('pages/new page.md', pageText()),
    says: [
      [
        'pages/new page.md:1:1',
        'the name "new page.md" has characters that a page address cannot have',
        'rename it with letters, digits, and . _ - @',
      ],
    ],
  },
  {
    name: 'a file name whose marks stand beside their letters',
    breaks: (corpus) => corpus.write(`pages/${'kännchen'.normalize('NFD')}.md`, pageText()),
    says: [
      [
        `pages/${'kännchen'.normalize('NFD')}.md:1:1`,
        `the name "${'kännchen'.normalize('NFD')}.md" has letters and their marks in parts ` +
          '(Unicode NFD)',
        'rename it to "kännchen.md", typed here as one (NFC)',
      ],
    ],
  },
  {
    name: 'a folder name that starts with a dot',
    breaks: (corpus) => corpus.write('pages/.drafts/new.md', pageText()),
    says: [
      [
        'pages/.drafts/new.md:1:1',
        'the name ".drafts" starts with a dot',
        'rename it without the dot',
      ],
    ],
  },
  {
    name: 'two files with the same address',
    breaks: (corpus) => corpus.write('pages/export/index.md', pageText()),
    says: [
      [
        'pages/export/index.md:1:1',
        'this page has the same address as "export.md"',
        'rename or remove one of the two',
      ],
    ],
  },
  {
    name: 'two addresses that differ in letter case',
    breaks: (corpus) => corpus.write('pages/Export.md', pageText()),
    says: [
      [
        'pages/export.md:1:1',
        'this page has the same address as "Export.md" except for letter case',
        'rename or remove one of the two',
      ],
    ],
  },
  {
    name: 'a reserved address',
    breaks: (corpus) => corpus.write('pages/api/public/new.md', pageText()),
    says: [
      [
        'pages/api/public/new.md:1:1',
        'the address "/api/public/new/" is reserved for the service',
        'rename or move the file',
      ],
    ],
  },
  {
    name: 'a reserved file name',
    breaks: (corpus) => corpus.write('pages/docs-manifest.json.md', pageText()),
    says: [
      [
        'pages/docs-manifest.json.md:1:1',
        'the address "/docs-manifest.json/" is reserved for the service',
        'rename or move the file',
      ],
    ],
  },
  {
    name: 'the name of the full llms file',
    breaks: (corpus) => corpus.write('pages/llms-full.txt.md', pageText()),
    says: [
      [
        'pages/llms-full.txt.md:1:1',
        'the address "/llms-full.txt/" is reserved for the service',
        'rename or move the file',
      ],
    ],
  },
  {
    name: 'a name of a generated file',
    breaks: (corpus) => corpus.write('pages/guides/index.html.md', pageText()),
    says: [
      [
        'pages/guides/index.html.md:1:1',
        'the name "index.html" is reserved for a generated file',
        'rename or move the file',
      ],
    ],
  },
  {
    name: 'an MDX file',
    breaks: (corpus) => corpus.write('pages/new.mdx', pageText()),
    says: [
      [
        'pages/new.mdx:1:1',
        '"new.mdx" is MDX',
        'convert the folder into a corpus with "lectern import"',
      ],
    ],
  },
  {
    name: 'a picture that browsers do not show',
    breaks: (corpus) => corpus.write('pages/box.tiff', ''),
    says: [
      [
        'pages/box.tiff:1:1',
        '"box.tiff" is a picture that few browsers show',
        'save it as PNG or WebP',
      ],
    ],
  },
  {
    name: 'another file among the pages',
    breaks: (corpus) => corpus.write('pages/notes.html', ''),
    says: [
      ['pages/notes.html:1:1', '"notes.html" is not a page', 'move it out of pages/, or remove it'],
    ],
  },
  {
    name: 'a file extension in capitals',
    breaks: (corpus) => corpus.write('pages/new.MD', pageText()),
    says: [['pages/new.MD:1:1', '"new.MD" does not end in .md', 'rename it']],
  },
  {
    name: 'a symbolic link that points outside the corpus',
    breaks: (corpus) => corpus.link('pages/host.md', '/'),
    says: [
      [
        'pages/host.md:1:1',
        'this symbolic link points outside the corpus',
        'put the file itself here',
      ],
    ],
  },
  {
    name: 'a change that is a symbolic link out of the corpus',
    breaks: (corpus) => corpus.link('changelog/2026-01-01-host.md', '/'),
    says: [
      [
        'changelog/2026-01-01-host.md:1:1',
        'this symbolic link points outside the corpus',
        'put the file itself here',
      ],
    ],
  },
  {
    name: 'a symbolic link to a folder',
    breaks: (corpus) => corpus.link('pages/more', 'guides'),
    says: [
      ['pages/more:1:1', 'this symbolic link points to a folder', 'put the folder itself here'],
    ],
  },
  {
    name: 'a broken symbolic link',
    breaks: (corpus) => corpus.link('pages/lost.md', 'nowhere.md'),
    says: [['pages/lost.md:1:1', 'this symbolic link is broken', 'fix or remove it']],
  },
]

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function suggestName(meant: string): string {
  return `did you mean "${meant}"? rename it, or remove it`
}
