import { pageText, type Row } from './files.ts'

/** Ten mistakes in six files, which nobody wants to hear about one by one. */
export const TEN_MISTAKES: Row = {
  name: 'ten mistakes in six files',
  breaks: async (corpus) => {
    await corpus.swap('registry.yaml', 'version: 1.4.0', 'version: 1.10')
    await corpus.swap('registry.yaml', 'name: get_event,', 'name: get_status,')
    await corpus.swap('registry.yaml', 'path: /status', 'path: /state')
    await corpus.swap('allowlist.yaml', '  - capabilities\n', '')
    await corpus.swap('pages/export.md', 'title: Export\n', '')
    await corpus.swap('pages/export.md', '2026-05-04', '2026-02-30')
    await corpus.swap('pages/guides/start.md', '/export/', '/exports/')
    await corpus.write('pages/a2a/new.md', pageText({ capability: 'exprt' }))
    await corpus.swap('changelog/2026-05-04-export.md', 'status: available', 'status: beta')
  },
  says: [
    [
      'changelog/2026-05-04-export.md:5:9',
      'the status "beta" is not in the vocabulary',
      'write one of available, available_owner, foundation, not_yet, reference',
    ],
    [
      'pages/a2a/new.md:1:1',
      'the address "/a2a/new/" is reserved for the service',
      'rename or move the file',
    ],
    ['pages/a2a/new.md:6:13', 'the capability "exprt" is not in the registry', 'write "export"'],
    [
      'pages/export.md:1:1',
      'the page has no title',
      'begin the text with "# " and a title, or write "title" in the front matter',
    ],
    ['pages/export.md:3:10', '"updated" is "2026-02-30", not a date', 'write a date as YYYY-MM-DD'],
    [
      'pages/guides/start.md:15:60',
      'the link "/exports/" does not lead to a page',
      'write "/export/"',
    ],
    [
      'registry.yaml at service.version',
      '"version" is the number 1.10, not text',
      "put it in quotes: '1.10'",
    ],
    [
      'registry.yaml at tools.9.name',
      'the tool name "get_status" is already on line {line of tools.5.name}',
      'write a different one, or remove it',
    ],
    [
      'registry.yaml at operations.1.path',
      'the path of "status" is "/state", but the contract fixes it',
      'write "/status"',
    ],
    [
      'registry.yaml at operations.4.operation',
      'the operation "capabilities" is described, but the allowlist does not name it',
      'add it to allowlist.yaml; all of them are published',
    ],
  ],
}
