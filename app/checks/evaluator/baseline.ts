import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Place, type Problem, problemAt } from '../../contract/problem.ts'
import { findSchemaProblems } from '../../text/source_text/schema_problems.ts'
import { readText, type SourceFile } from '../../text/source_text/source_file.ts'
import { parseYaml } from '../../text/source_text/yaml.ts'
import { FRAME_KINDS } from './frames.ts'
import { KNOWN_ITEM_KINDS } from './known_items.ts'
import { type Figures, MEASURES, type Measure } from './measure.ts'

export const KINDS = [
  ...KNOWN_ITEM_KINDS,
  ...FRAME_KINDS,
  'examples',
  'judged',
  'questions',
] as const
export type Kind = (typeof KINDS)[number]

/** How well each kind of query is answered; kinds without queries are absent. */
export type FiguresByKind = ReadonlyMap<Kind, Figures>

const MinimumSchema = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'a number from 0 to 1',
})
const MinimaSchema = Type.Object(
  {
    mrr: Type.Optional(MinimumSchema),
    success: Type.Optional(MinimumSchema),
    recall: Type.Optional(MinimumSchema),
  },
  { additionalProperties: false },
)
const BaselineSchema = Type.Partial(
  Type.Object({
    title: MinimaSchema,
    description: MinimaSchema,
    phrase: MinimaSchema,
    heading: MinimaSchema,
    typo: MinimaSchema,
    prefix: MinimaSchema,
    what_is: MinimaSchema,
    which: MinimaSchema,
    tell_me: MinimaSchema,
    where: MinimaSchema,
    how_works: MinimaSchema,
    please: MinimaSchema,
    examples: MinimaSchema,
    judged: MinimaSchema,
    questions: MinimaSchema,
  }),
  { additionalProperties: false },
)

/** One minimum, with its place in the file. */
type Minimum = {
  readonly kind: Kind
  readonly measure: Measure
  readonly minimum: number
  readonly place: Place
}

export type Baseline = {
  /** Whether the corpus has a baseline; without one, nothing is compared. */
  readonly exists: boolean
  readonly entries: readonly Minimum[]
}

/** Reads `eval/baseline.yaml`, the minimum figures of each kind. The file is optional. */
export async function readBaseline(
  file: SourceFile,
): Promise<{ readonly baseline: Baseline; readonly problems: readonly Problem[] }> {
  const none: Baseline = { exists: false, entries: [] }
  const text = await readText(file)
  if (!text.ok) return { baseline: none, problems: text.error === 'missing' ? [] : [text.error] }
  const { source, problems } = parseYaml(file.name, text.value)
  if (problems.length > 0 && source.value === undefined) return { baseline: none, problems }
  const found = [...problems, ...findSchemaProblems(BaselineSchema, source)]
  const { value } = source
  if (found.length > 0 || !Value.Check(BaselineSchema, value)) {
    return { baseline: none, problems: found }
  }
  const entries = readMinima(value, (kind, measure) => source.locateValue([kind, measure]))
  return { baseline: { exists: true, entries }, problems: [] }
}

function readMinima(
  value: Static<typeof BaselineSchema>,
  placeOf: (kind: Kind, measure: Measure) => Place,
): readonly Minimum[] {
  return KINDS.flatMap((kind) =>
    listMeasures().flatMap((measure) => {
      const minimum = value[kind]?.[measure]
      return minimum === undefined
        ? []
        : [{ kind, measure, minimum, place: placeOf(kind, measure) }]
    }),
  )
}

/** Reports every figure below its minimum, like any other problem of the corpus. */
export function compareFigures(baseline: Baseline, figures: FiguresByKind): readonly Problem[] {
  return baseline.entries.flatMap(({ kind, measure, minimum, place }) => {
    const own = figures.get(kind)
    if (own === undefined) {
      const what = `no "${kind}" query is left to reach ${minimum}`
      return [problemAt(place, what, 'remove the kind, or restore its queries')]
    }
    const reached = own[measure]
    if (reached >= minimum) return []
    const fall = (minimum - reached).toFixed(3)
    const figure = `${MEASURES[measure]} of "${kind}"`
    const what = `${figure} is ${reached.toFixed(3)}, ${fall} below ${minimum}`
    return [problemAt(place, what, 'find the cause with eval --json, or lower the figure')]
  })
}

/** Kinds that are measured but have no minimum, so nobody notices when they get worse. */
export function findUnwatchedKinds(baseline: Baseline, figures: FiguresByKind): readonly Kind[] {
  const compared = new Set(baseline.entries.map(({ kind }) => kind))
  return KINDS.filter((kind) => figures.has(kind) && !compared.has(kind))
}

const HEAD = `# Minimum search quality of this corpus: "lectern eval" fails below it. Written by
# "lectern eval --write-baseline", with figures rounded down to hundredths. Edit as you like.
`

export function formatBaseline(figures: FiguresByKind): string {
  const rows = KINDS.flatMap((kind) => {
    const own = figures.get(kind)
    if (own === undefined) return []
    const members = listMeasures().map((measure) => `${measure}: ${roundDown(own[measure])}`)
    return [`${kind}: { ${members.join(', ')} }`]
  })
  return `${HEAD}${rows.length === 0 ? '{}' : rows.join('\n')}\n`
}

/** Rounding errors must not put a corpus below its own baseline. */
function roundDown(figure: number): number {
  return Math.floor(figure * 100 + 1e-9) / 100
}

function listMeasures(): readonly Measure[] {
  return ['mrr', 'success', 'recall']
}
