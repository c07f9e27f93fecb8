import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiagramDrawer, DIAGRAM_VERSION, explainUndrawn } from './diagram_drawer.ts'

const KINDS = {
  flow:
    'flowchart LR\nA[Write]-->|check| B{"Fine?"}\nB -- no, not yet --> A & C\n' +
    'subgraph S [x]\nC ----> D\nend',
  sequence:
    'sequenceDiagram\nparticipant A as Agent\nA->>B: "x" & y\n' +
    'Note over A,B: z\nloop a\nB-->>A: b\nend',
  class: 'classDiagram\nclass Page {\n+String id\n+render() Html\n}\nPage <|-- Landing : is',
  state:
    'stateDiagram-v2\n[*] --> Draft\nDraft --> Done: build\nstate "Two words" as two\nDone --> two',
  er: 'erDiagram\nCORPUS ||--o{ PAGE : has\nPAGE {\nstring id PK "its name"\n}',
}

test.each(Object.entries(KINDS))(
  'draws %s for both themes, without a host or a script',
  async (_, source) => {
    expect(explainUndrawn(source)).toBeUndefined()
    const drawer = createDiagramDrawer(new Map())
    await drawer.prepare([source])
    const drawn = drawer.find(source)
    for (const svg of [drawn?.light ?? '', drawn?.dark ?? '']) {
      expect(svg).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
      expect(svg.replaceAll('http://www.w3.org/', '')).not.toMatch(
        /@import|https?:|<script|\son\w+=/,
      )
    }
    expect(drawn?.light).not.toBe(drawn?.dark)
    expect(drawn?.width).toBeGreaterThan(50)
  },
)

test('a drawing has each node and each word of its arrows', async () => {
  const drawer = createDiagramDrawer(new Map())
  await drawer.prepare([KINDS.flow])
  const svg = drawer.find(KINDS.flow)?.light ?? ''
  for (const id of ['A', 'B', 'C', 'D']) expect(svg).toContain(`data-id="${id}"`)
  expect(svg.match(/class="edge"/g)).toHaveLength(4)
  expect(svg).toContain('>no, not yet<')
})

test('text of a node is text, whatever it says', async () => {
  const source = 'graph TD\nA["<script>alert(1)</script>"] --> B'
  const drawer = createDiagramDrawer(new Map())
  await drawer.prepare([source])
  expect(drawer.find(source)?.light).toContain('&lt;script&gt;')
  expect(drawer.find(source)?.light).not.toContain('<script')
})

test.each([
  ['flowchart LR\nA[unclosed --> B', 1, 'the diagram is wrong at "A[unclosed --> B"'],
  ['flowchart LR\nA --> B\n\nA -->', 3, 'the diagram is wrong at "A -->"'],
  ['flowchart LR\nsubgraph x\nA-->B', 1, 'the diagram is wrong at "subgraph x"'],
  ['flow\nA-->B', 0, 'the diagram is wrong at "flow"'],
  ['sequenceDiagram\nA>>B: x', 1, 'the diagram is wrong at "A>>B: x"'],
  ['stateDiagram-v2\nA -> B', 1, 'the diagram is wrong at "A -> B"'],
  ['classDiagram\nA <|- B', 1, 'the diagram is wrong at "A <|- B"'],
  ['erDiagram\nA |--o B : x', 1, 'the diagram is wrong at "A |--o B : x"'],
])('explainUndrawn() finds the wrong line of %j', (source, line, what) => {
  expect(explainUndrawn(source)).toMatchObject({ line, what, severity: 'problem' })
})

test.each([
  ['pie\n"a": 1', 0],
  ['---\ntitle: x\n---\ngraph TD\nA-->B', 0],
  ['graph TD\nA-->B\nclick A href "x"', 2],
  ['graph TD\nA --o B', 1],
  ['sequenceDiagram\nautonumber\nA->>B: x', 1],
  ['stateDiagram-v2\nnote right of A: x', 1],
  ['classDiagram\ndirection LR', 1],
  [`graph TD\n${'A-->B\n'.repeat(120)}`, 0],
])('explainUndrawn() leaves %j as code', async (source, line) => {
  expect(explainUndrawn(source)).toMatchObject({ line, severity: 'warning' })
  const drawer = createDiagramDrawer(new Map())
  await drawer.prepare([source])
  expect(drawer.find(source)).toBeUndefined()
})

test('DIAGRAM_VERSION names the version that package.json pins', async () => {
  const pinned = JSON.parse(await readFile(join(import.meta.dir, '../../../package.json'), 'utf8'))
  expect(DIAGRAM_VERSION).toStartWith(
    `beautiful-mermaid ${pinned.dependencies['beautiful-mermaid']},`,
  )
})
