import { expect, test } from 'bun:test'
import { readSourceAnchors } from './explicit_anchors.ts'

test('readSourceAnchors() finds every spelling, and the heading it belongs to', () => {
  const source = [
    'Above <a id="top-one"></a>.',
    '# One {#own}',
    '## Two { #two .c }',
    '<a name="above"></a>',
    '',
    '## Three {: #three }',
    '## Four {/* #four */}',
    '## <a id="in"></a>Five {/*five*/}',
    'Text <span id="inside">x</span>.',
    '```',
    '## No {#no}',
    '```',
    '<h2 id="html">Six</h2>',
    'Seven',
    '=====',
    '## Eight {value}',
    '> Said.',
    '> ### Nine',
    '<a id="below"></a>',
    '',
    'Text.',
  ]
  expect(readSourceAnchors(source.join('\n'))).toEqual([
    { text: '', ids: ['top-one'] },
    { text: 'One', ids: ['own'] },
    { text: 'Two', ids: ['two'] },
    { text: 'Three', ids: ['above', 'three'] },
    { text: 'Four', ids: ['four'] },
    { text: 'Five', ids: ['in', 'five', 'inside'] },
    { text: 'Six', ids: ['html'] },
    { text: 'Seven', ids: [] },
    { text: 'Eight {value}', ids: [] },
    { text: 'Nine', ids: ['below'] },
  ])
})

test('readSourceAnchors() gives the id of a section to the heading within its tags', () => {
  const source = '<section id="one">\n  <a href="#one">\n    <h3>One</h3>\n  </a>\n\nText.\n'
  expect(readSourceAnchors(source)).toEqual([
    { text: '', ids: [] },
    { text: 'One', ids: ['one'] },
  ])
})
