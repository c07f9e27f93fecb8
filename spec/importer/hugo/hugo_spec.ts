import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { expectLossPlaces, importFixture, readPagesOf } from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { corpusDir, report } = await importFixture(FIXTURE)

function readFileOf(path: string): Promise<string> {
  return readFile(join(corpusDir, 'pages', path), 'utf8')
}

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, language, order, addresses and old addresses of a site of Hugo',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['Hugo', 9, 1])
    const { title, language } = report.product ?? {}
    expect([title, language]).toEqual(['Kettle Manual', 'en-GB'])
    expect(await readFileOf('_folder.yaml')).toBe('order:\n  - guide\n  - news\n')
    expect(await readFileOf('guide/_folder.yaml')).toBe(
      'title: Guide\norder:\n  - green-tea\n  - boil\n  - bundle\n  - deep\n',
    )
    expect(await readFileOf('news/_folder.yaml')).toBe(
      'title: News\norder:\n  - newer\n  - older\n',
    )
    const pages = await readPagesOf(corpusDir)
    expect(pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom]).sort()).toEqual([
      [''],
      ['guide'],
      ['guide/boil', 'old/boil', 'guide/cook'],
      ['guide/bundle'],
      ['guide/deep/z'],
      ['guide/green-tea'],
      ['guide/hidden'],
      ['news/newer'],
      ['news/older'],
    ])
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() writes the shortcodes of Hugo, Docsy and Book as Markdown',
  async () => {
    const boil = await readFileOf('guide/boil.md')
    expect(boil).toContain('\nBrand Kettle, 95 degrees, strong, 5 minutes, .\n')
    expect(boil).toContain(':::warning Hot **steam**\nMind the lid, see [pour](#pour).\n:::\n')
    expect(boil).toContain('- Fill it:\n\n  > [!TIP]\n  > In a list.\n\n  Then wait.\n')
    expect(boil).toContain(
      '**Config**\n\n::::tabs\n:::tab Linux\n```sh\nboil --water "Kettle"\n```',
    )
    expect(boil).toContain('```json\n{ "a": {{< not a shortcode >}} }\n```\n:::\n::::\n')
    expect(boil).toContain(':::tab One\nFirst *text*.\n:::\n:::tab Two\nSecond text.\n:::\n')
    expect(boil).toContain(
      '```go title="main.go" {1,3-4}\na := "Kettle"\nb := {{% param x %}}\n```\n\n' +
        'Write `{{< ref >}}` or `{{< figure >}}` yourself.\n\n```sh {2}\na\nb\n```\n',
    )
    expect(boil).toContain('/static/img/pot.svg)\n\nThe *pot* itself\n\n- **Term**\n')
    expect(boil).toContain('- **Second term**\n\n  More of it,\n  on two lines.\n')
    expect(boil).toContain('#### Own\n\nFrom the **site**.\n\ncold\n\nIt has Kettle inside. Kept')
    expect(boil).not.toContain('Nobody')
    const tea = await readFileOf('guide/green-tea/index.md')
    expect(tea).toContain('A part of **tea**.\n\n```sh\necho "tea"\n```\n')
    expect(tea).toContain('> [!CAUTION]\n> Hot.\n')
    expect(tea).toContain(
      'Hidden words.\n\nLeft words.\n\nRight words.\n\n::::tabs\n:::tab A\nIn A.',
    )
    expect(tea).toContain(
      '**Head**\n\n**Title**\n\n```c\nint a;\n```\n\nFoot\n\n[Boil](../boil.md)',
    )
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() includes the pages, and keeps the code, that templates of a site of Hugo name',
  async () => {
    const deep = await readFileOf('guide/deep/z.md')
    expect(deep).toContain(
      '\nHeat the Kettle slowly.\n\n- A _full boil_ has big bubbles.\n- Stop: \n\n' +
        "```toml\n[[params.pots]]\n  name_of_pot = 'Big\\.pot'\n```\n",
    )
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() shows the emoji that a site of Hugo names, and says which it does not know',
  async () => {
    const newer = await readFileOf('news/newer.md')
    expect(newer).toContain('Lid ✔️, `:x:` ❌ at 10:30:00, :kettle_bell:.')
    expect(report.notes.map(({ what }) => what)).toContain(
      'names of emoji are kept as they are: :kettle_bell:',
    )
  },
)

verifies(
  'import.generators',
  'importDocs() follows references, links and anchors of a site of Hugo',
  async () => {
    expect(await readFileOf('index.md')).toContain(
      'Start with [tea](guide/green-tea/index.md) or the [steps](guide/boil.md#pour).\n',
    )
    const boil = await readFileOf('guide/boil.md')
    // Terms are anchors, too: of ours, the heading above has them.
    expect(boil).toMatch(/\n## Pour \{#spot #term #second-term #pour\}\n/)
    expect(boil).toContain('[bundle](bundle/index.md#part).\n\n[far]:\n  deep/z.md\n')
    expect(await readFileOf('guide/index.md')).toContain(
      '- [Tea](green-tea/index.md)\n- [Boil water](boil.md)\n- [Bundle](bundle/index.md)\n' +
        '- [Zed](deep/z.md)\n',
    )
  },
)

verifies(
  'import.never_silent',
  'importDocs() reports whatever a site of Hugo loses, with its place',
  async () => {
    await expectLossPlaces(report, FIXTURE)
    const lost = report.losses.map(({ file, line, what }) => {
      return `${relative(FIXTURE, file)}:${line} ${what}`
    })
    expect(lost).toEqual([
      'content/guide/Boil.md:9 the shortcode "param" names the parameter "none", ' +
        'which has no value',
      'content/guide/Boil.md:68 the shortcode "computed" has a template that computes; ' +
        'only the text inside it is kept',
      'content/guide/Boil.md:68 the shortcode "gone" is not known and is left out: lost words',
      'content/guide/Boil.md:70 the link to "nowhere.md" leads to no imported page ' +
        'and is now plain text',
      'content/guide/Boil.md:70 "{{< unclosed and" is a template expression ' +
        'that is not converted',
      'content/guide/deep/inner/z.md:10 the shortcode "include" names "parts/cold", ' +
        'which is no page, and is left out',
      'content/guide/tea/index.md:13 the include of "../../../../outside.txt" leads out of ' +
        'the imported folder; it stays as written',
      'content/news/_content.gotmpl:1 "news/_content.gotmpl" is a program that makes pages, ' +
        'and is not run',
      'content/parts/heat.md:9 the shortcode "include" includes "parts/heat" in itself ' +
        'and is left out',
      'hugo.toml:1 addresses made by "permalinks" are not kept; pages get those of their files',
    ])
    const notes = report.notes.map(({ what }) => what)
    expect(notes).toContain('the language "en" is imported, and de left out')
    expect(notes).toContain('the page expired on 2001-01-01 and is left out')
    expect(notes).toContain('the page is published on 2999-01-01 and is left out')
    expect(notes).toContain('the page is not in the menu of the source, and is imported')
    expect(notes).toContain(
      'files in a page bundle are not pages: guide/bundle/parts/x.md, guide/tea/part.md',
    )
  },
)
