import { pageText, type Row } from './files.ts'

/** A picture that says its size. */
export const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"></svg>'

const IMAGE_HOSTS = 'pages:\n  image_hosts: [img.example]\n'

const CHANGE = `---
title: New
date: 2026-06-01
---
![X](https://pictures.acme.org/x.png)
`

/** A page with this body, and a picture beside it. */
const page =
  (body: string): Row['breaks'] =>
  async (corpus) => {
    await corpus.write('pages/new.md', pageText({}, body))
    await corpus.write('pages/box.svg', SVG)
  }

/** Pictures, files, and blocks that only our pages have. */
export const CONTENT_ROWS: readonly Row[] = [
  {
    name: 'an image of a page that moved',
    breaks: async (corpus) => {
      await corpus.write('pages/box.svg', SVG)
      await corpus.write('pages/guides/new.md', pageText({}, '![A box](box.svg)'))
    },
    says: [
      ['pages/guides/new.md:9:10', 'the image "box.svg" does not exist', 'write "../box.svg"'],
    ],
  },
  {
    name: 'an image in a folder, with a near miss',
    breaks: async (corpus) => {
      await corpus.write('pages/img/a box.svg', SVG)
      await corpus.write('pages/new.md', pageText({}, '![A box](img/a%20bax.svg)'))
    },
    says: [
      ['pages/new.md:9:10', 'the image "img/a bax.svg" does not exist', 'write "img/a%20box.svg"'],
    ],
  },
  {
    name: 'an image that does not exist',
    breaks: page('![A box](bax.svg) ![A hat](img/hat.png)'),
    says: [
      ['pages/new.md:9:10', 'the image "bax.svg" does not exist', 'write "box.svg"'],
      [
        'pages/new.md:9:28',
        'the image "img/hat.png" does not exist',
        'put the file there, or fix the address',
      ],
    ],
  },
  {
    name: 'images of other sites that a browser would not show',
    breaks: async (corpus) => {
      const [a, b] = ['![A](https://img.exampel/a.png)', '![B](http://img.example/b.png)']
      const c = '![C](//img.example/c.png) ![D](HTTPS://IMG.example/d.png) ![E](https:e.png)'
      await corpus.write('pages/new.md', pageText({}, `${a}\n${b}\n${c}`))
      await corpus.swap('registry.yaml', 'service:', `${IMAGE_HOSTS}service:`)
      await corpus.write('changelog/2026-06-01-new.md', CHANGE)
    },
    says: [
      [
        'changelog/2026-06-01-new.md:5:6',
        'the image "https://pictures.acme.org/x.png" is on a host that the registry does not name',
        'put the picture beside the page, or add pictures.acme.org to "image_hosts" below "pages"',
      ],
      [
        'pages/new.md:9:6',
        'the image "https://img.exampel/a.png" is on a host that the registry does not name',
        'write img.example, or add img.exampel to "image_hosts" below "pages"',
      ],
      [
        'pages/new.md:10:6',
        'the image "http://img.example/b.png" is not on https',
        'write its https address',
      ],
      [
        'pages/new.md:11:6',
        'the image "//img.example/c.png" is not on https',
        'write its https address',
      ],
      ['pages/new.md:11:64', 'the image "https:e.png" is not on https', 'write its https address'],
    ],
  },
  {
    name: 'hosts of images that are none',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        'service:',
        "pages:\n  image_hosts: ['https://img.example', '*.example', 'a; img-src *']\nservice:",
      ),
    says: ['https://img.example', '*.example', 'a; img-src *'].map((host, at) => [
      `registry.yaml:2:${[17, 40, 53][at]}`,
      `entry ${at + 1} of "image_hosts" is "${host}"`,
      'write a host in lower case such as img.example.com',
    ]),
  },
  {
    name: 'an image and a file outside the pages',
    breaks: page('![A box](../box.svg) [Registry](../registry.yaml)'),
    says: [
      [
        'pages/new.md:9:10',
        'the image "../box.svg" is outside the folder of the pages',
        'put it beside the page',
      ],
      [
        'pages/new.md:9:33',
        'the file "../registry.yaml" is outside the folder of the pages',
        'put it beside the page',
      ],
    ],
  },
  {
    name: 'an image behind a link that leaves the corpus',
    breaks: async (corpus) => {
      await corpus.link('pages/host.svg', '/etc/hostname')
      await corpus.write('pages/new.md', pageText({}, '![A box](host.svg)'))
    },
    says: [
      [
        'pages/host.svg:1:1',
        'this symbolic link points outside the corpus',
        'put the file itself here',
      ],
      [
        'pages/new.md:9:10',
        'the image "host.svg" is no file of the corpus: ' +
          'this symbolic link points outside the corpus',
        'put the file itself here',
      ],
    ],
  },
  {
    name: 'a broken picture, a folder and a file that is no picture',
    breaks: async (corpus) => {
      const body = '![A box](box.png) ![A hat](guides) ![A list](list.csv) ![A page](new.html)'
      await corpus.write('pages/new.md', pageText({}, body))
      await corpus.write('pages/box.png', 'no picture')
      await corpus.write('pages/list.csv', 'a,b\n')
    },
    says: [
      [
        'pages/new.md:9:10',
        'the image "box.png" is broken, or does not say its size',
        'save it again; an SVG needs a "viewBox", or "width" and "height"',
      ],
      ['pages/new.md:9:28', 'the image "guides" is a folder', 'link to a file in it'],
      [
        'pages/new.md:9:46',
        'the image "list.csv" is no picture that browsers show',
        'remove the "!" to link to it',
      ],
      [
        'pages/new.md:9:66',
        'the image "new.html" does not exist',
        'put the file there, or fix the address',
      ],
    ],
  },
  {
    name: 'a file for download that is too large',
    breaks: async (corpus) => {
      await corpus.write('pages/new.md', pageText({}, '[All](all.zip)'))
      await corpus.write('pages/all.zip', new Uint8Array(10 * 1024 * 1024 + 1))
    },
    says: [
      [
        'pages/new.md:9:7',
        'the file "all.zip" has 10485761 bytes, more than 10485760',
        'make it smaller',
      ],
    ],
  },
  {
    name: 'a picture in the changelog',
    breaks: (corpus) =>
      corpus.swap('changelog/2026-05-04-export.md', 'Boxes can', '![A](a.svg) Boxes can'),
    says: [
      [
        'changelog/2026-05-04-export.md:9:6',
        'the image "a.svg" is not published',
        'show it on a page, or link to its https address',
      ],
    ],
  },
  {
    name: 'blocks without an end, a name or a place',
    breaks: page(':::note\nOne.\n\n::::tabs\nTwo.\n::::\n\n:::tab A\nThree.\n:::'),
    says: [
      [
        'pages/new.md:9:1',
        'the block ":::note" is not closed',
        'put ":::" on a line of its own after it',
      ],
      [
        'pages/new.md:13:1',
        '":::tabs" has something else than :::tab blocks in it, or nothing',
        'put only :::tab blocks between its marks',
      ],
      [
        'pages/new.md:16:1',
        '":::tab" is not inside ":::tabs"',
        'put "::::tabs" before the first tab and "::::" after the last',
      ],
    ],
  },
]
