import { formatRows } from '../../contract/text_table.ts'
import { type FiguresByKind, KINDS, type Kind } from './baseline.ts'
import type { Document } from './documents.ts'
import { MEASURES, type Miss } from './measure.ts'

export type Evaluation = {
  readonly build: string
  readonly documents: readonly Document[]
  readonly figures: FiguresByKind
  readonly misses: readonly (Miss & { readonly kind: Kind })[]
}

const HEAD = ['kind', 'queries', MEASURES.mrr, MEASURES.success, MEASURES.recall] as const
const DIGITS = 3

export function formatTable({ figures }: Evaluation): string {
  const rows = KINDS.flatMap((kind) => {
    const own = figures.get(kind)
    if (own === undefined) return []
    const shares = [own.mrr, own.success, own.recall].map((share) => share.toFixed(DIGITS))
    return [[kind, String(own.queries), ...shares]]
  })
  return formatRows([HEAD, ...rows]).join('\n')
}

/** Formats the figures for programs, with every query whose first result is not an answer. */
export function formatJson(evaluation: Evaluation, falls: readonly string[]): string {
  const { build, documents, figures, misses } = evaluation
  const kinds = Object.fromEntries(
    [...figures].map(([kind, { queries, mrr, success, recall }]) => [
      kind,
      { queries, mrr: round(mrr), success: round(success), recall: round(recall) },
    ]),
  )
  const nameOf = (page: number) => documents[page]?.name ?? ''
  const missed = misses.map(({ kind, question, found, first }) => ({
    kind,
    query: question.query,
    wanted: question.wanted.map(({ page, grade }) => ({ path: nameOf(page), grade })),
    found: found ?? null,
    first: first === undefined ? null : nameOf(first),
  }))
  return JSON.stringify({ build, kinds, fallen: falls, missed }, null, 2)
}

function round(figure: number): number {
  return Math.round(figure * 10_000) / 10_000
}
