import type { Row } from './files.ts'

/** Ways to break the form of the registry. */
export const REGISTRY_FORM_ROWS: readonly Row[] = [
  {
    name: 'the registry is missing',
    breaks: (corpus) => corpus.remove('registry.yaml'),
    says: [
      [
        'registry.yaml:1:1',
        'the file is missing',
        'write one with "service:" and below it the name and the title of your service',
      ],
    ],
  },
  {
    name: 'the registry is a folder',
    breaks: async (corpus) => {
      await corpus.remove('registry.yaml')
      await corpus.write('registry.yaml/x.yaml', '')
    },
    says: [['registry.yaml:1:1', 'this is not a regular file', 'put a text file here']],
  },
  {
    name: 'the registry is empty',
    breaks: (corpus) => corpus.write('registry.yaml', ''),
    says: [
      [
        'registry.yaml:1:1',
        'the file is empty',
        'write a map with service, namespace, old_server_card, capabilities, tools, resources,',
        'prompts, operations, skills, workflows, events, errors and 10 more',
      ],
    ],
  },
  {
    name: 'the registry is a list',
    breaks: (corpus) => corpus.write('registry.yaml', '- service\n'),
    says: [
      [
        'registry.yaml:1:1',
        'the file is a list',
        'write a map with service, namespace, old_server_card, capabilities, tools, resources,',
        'prompts, operations, skills, workflows, events, errors and 10 more',
      ],
    ],
  },
  {
    name: 'a colon in plain text',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'Documentation of Acme.', 'Acme: the documentation'),
    says: [
      [
        'registry.yaml:4:16',
        'not valid YAML, a value holds ": ", or the line after it is indented too far',
        'put the text in quotes, or begin the next line where this one begins',
      ],
    ],
  },
  {
    name: 'a quote that is not closed',
    breaks: (corpus) => corpus.swap('registry.yaml', 'title: Acme\n', 'title: "Acme\n'),
    says: [
      ['registry.yaml:3:10', 'not valid YAML, this quote is not closed', 'close it on this line'],
    ],
  },
  {
    name: 'a tab as indentation',
    breaks: (corpus) => corpus.swap('registry.yaml', '  name: acme', '\tname: acme'),
    says: [
      [
        'registry.yaml:2:1',
        'not valid YAML, Tabs are not allowed as indentation',
        'indent with spaces',
      ],
    ],
  },
  {
    name: 'a duplicate key',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', '  language: en\n', '  language: en\n  language: de\n'),
    says: [['registry.yaml:10:3', 'the key "language" is listed twice', 'keep one of them']],
  },
  {
    name: 'two documents in one file',
    breaks: (corpus) => corpus.swap('registry.yaml', '\ncapabilities:', '---\ncapabilities:'),
    says: [
      [
        'registry.yaml:11:1',
        'not valid YAML, Source contains multiple documents',
        'remove the line "---"',
      ],
    ],
  },
  {
    name: 'a tag that YAML does not know',
    breaks: (corpus) => corpus.swap('registry.yaml', 'title: Acme\n', 'title: !brand Acme\n'),
    says: [
      ['registry.yaml:3:10', 'not valid YAML, Unresolved tag: !brand', 'put the text in quotes'],
    ],
  },
  {
    name: 'an alias bomb',
    breaks: (corpus) => corpus.write('registry.yaml', bomb()),
    says: [
      [
        'registry.yaml at key a0',
        'an alias cannot be resolved: Excessive alias count indicates a resource exhaustion attack',
        'write the value out',
      ],
    ],
  },
  {
    name: 'an unknown key with a near miss',
    breaks: (corpus) => corpus.swap('registry.yaml', '  version: 1.4.0', '  versoin: 1.4.0'),
    says: [
      [
        'registry.yaml at key service.versoin',
        'the key "versoin" is unknown',
        'write "version", or remove it',
      ],
    ],
  },
  {
    name: 'an unknown key far from all others',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', '  language: en', '  language: en\n  colour: green'),
    says: [
      [
        'registry.yaml at key service.colour',
        'the key "colour" is unknown',
        'remove it; the keys here are name, title, description, version, organization,',
        'contact, license, language, instructions',
      ],
    ],
  },
  {
    name: 'a version that YAML parses as a number',
    breaks: (corpus) => corpus.swap('registry.yaml', 'version: 1.4.0', 'version: 1.10'),
    says: [
      [
        'registry.yaml at service.version',
        '"version" is the number 1.10, not text',
        `put it in quotes: '1.10'`,
      ],
    ],
  },
  {
    name: 'a version that is not one',
    breaks: (corpus) => corpus.swap('registry.yaml', 'version: 1.4.0', 'version: latest'),
    says: [
      [
        'registry.yaml at service.version',
        '"version" is "latest"',
        'write a version such as 1.4.0',
      ],
    ],
  },
  {
    name: 'a title that YAML parses as a boolean',
    breaks: (corpus) => corpus.swap('registry.yaml', 'title: Export\n', 'title: true\n'),
    says: [
      [
        'registry.yaml at capabilities.1.title',
        '"title" is the boolean true, not text',
        `put it in quotes: 'true'`,
      ],
    ],
  },
  {
    name: 'a title that is empty',
    breaks: (corpus) => corpus.swap('registry.yaml', 'title: Export\n', 'title:\n'),
    says: [['registry.yaml at capabilities.1.title', '"title" is empty', 'write it']],
  },
  {
    name: 'a title that is a list',
    breaks: (corpus) => corpus.swap('registry.yaml', 'title: Export\n', 'title: [Export]\n'),
    says: [['registry.yaml at capabilities.1.title', '"title" is a list, not text', 'write text']],
  },
  {
    name: 'a title that is too long',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'title: Export\n', `title: ${'x'.repeat(301)}\n`),
    says: [
      [
        'registry.yaml at capabilities.1.title',
        '"title" has 301 characters, more than 300',
        'shorten it',
      ],
    ],
  },
  {
    name: 'an address without a host',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        'organization: { name: Acme, url: https://acme.example/ }',
        'organization: { name: Acme, url: "https://" }',
      ),
    says: [
      [
        'registry.yaml at service.organization.url',
        '"https://" is not an address',
        'write a complete address with its host',
      ],
    ],
  },
  {
    name: 'origins of an API that no browser writes so',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        'service:',
        "pages:\n  api_origins: ['https://a.example:443', 'https://a.example:99999']\nservice:",
      ),
    says: [
      [
        'registry.yaml:2:17',
        '"https://a.example:443" is not the origin of an API as browsers write it',
        'write https://a.example',
      ],
      [
        'registry.yaml:2:42',
        '"https://a.example:99999" is not the origin of an API as browsers write it',
        'write one such as https://api.example.com',
      ],
    ],
  },
  {
    name: 'an origin of an API with an empty part',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'service:', "pages:\n  api_origins: ['https://a..b']\nservice:"),
    says: [
      [
        'registry.yaml:2:17',
        'entry 1 of "api_origins" is "https://a..b"',
        'write an origin such as https://api.example.com',
      ],
    ],
  },
  {
    name: 'an unknown status of a capability',
    breaks: (corpus) => corpus.swap('registry.yaml', 'status: available\n', 'status: avialable\n'),
    says: [
      ['registry.yaml at capabilities.1.status', '"status" is "avialable"', 'write "available"'],
    ],
  },
]

// Each line doubles the one above: harmless to read, deadly to write out.
function bomb(): string {
  const lines = Array.from(
    { length: 24 },
    (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`,
  )
  return `a0: &a0 [x]\n${lines.join('')}`
}
