import { Type } from '@sinclair/typebox'
import { quote } from '../../contract/problem.ts'
import { shorten } from '../source_text/escape.ts'
import type { Fault } from '../source_text/markdown.ts'
import { readDiagram } from './_diagram_grammar.ts'
import type { ValueFile } from './value_file.ts'

/** What the picture of a diagram depends on beside its text. */
export const DIAGRAM_VERSION = 'beautiful-mermaid 1.1.3, form 1'

export const DiagramSchema = Type.Object({
  light: Type.String(),
  dark: Type.String(),
  width: Type.Number(),
  height: Type.Number(),
})

/** A drawn diagram: an SVG for each theme, of one size. */
type Diagram = {
  readonly light: string
  readonly dark: string
  readonly width: number
  readonly height: number
}

/** Draws diagrams, and remembers what it has drawn. */
export type DiagramDrawer = {
  /** Draws these for `find()`; loads what draws only if one of them is not known. */
  prepare(sources: readonly string[]): Promise<void>
  /** Undefined where the text is shown as code. */
  find(source: string): Diagram | undefined
}

export function createDiagramDrawer(
  kept: Pick<ValueFile<Diagram>, 'get' | 'has' | 'set'>,
): DiagramDrawer {
  return {
    prepare: async (sources) => {
      for (const source of sources) {
        const digest = digestOf(source)
        if (kept.has(digest) || explainUndrawn(source) !== undefined) continue
        const drawn = await draw(source)
        if (drawn !== undefined) kept.set(digest, drawn)
      }
    },
    find: (source) => kept.get(digestOf(source)),
  }
}

function digestOf(source: string): string {
  return new Bun.CryptoHasher('sha256').update(source).digest('hex').slice(0, 32)
}

/** What a picture costs: its lines, and the branches that one line can have. */
const [LINES_MAX, BRANCHES_MAX, BYTES_MAX] = [120, 40, 200_000]

const AS_PICTURE = 'draw it elsewhere and show the picture, or leave it as code'

/** Why a diagram is shown as code; `line` counts from 0 in its text. */
export function explainUndrawn(source: string): Fault | undefined {
  const lines = source.trimEnd().split('\n')
  const branches = source.split('&').length - 1
  if (lines.length > LINES_MAX || branches > BRANCHES_MAX) {
    const what = `the diagram has ${lines.length} lines and ${branches} branches, too many to draw`
    const fix = `keep below ${LINES_MAX} lines and ${BRANCHES_MAX} branches`
    return { line: 0, what: `${what}, so it stays code`, fix, severity: 'warning' }
  }
  const reading = readDiagram(source)
  if (reading.state === 'drawn') return undefined
  const { line, state } = reading
  const text = quote(shorten(lines[line]?.trim() ?? '', LINE_SHOWN))
  return state === 'wrong'
    ? { line, what: `the diagram is wrong at ${text}`, fix: 'fix the line', severity: 'problem' }
    : {
        line,
        what: `nothing draws ${text}, so the diagram stays code`,
        fix: AS_PICTURE,
        severity: 'warning',
      }
}

const LINE_SHOWN = 60

/** The colours of the site, which a picture cannot take from it. */
const COLOURS = {
  light: { bg: '#ffffff', fg: '#1c2024', muted: '#57606a', line: '#6e7781', border: '#8c959f' },
  dark: { bg: '#0f1216', fg: '#e6e8eb', muted: '#9ba5b2', line: '#8b949e', border: '#6e7681' },
} as const

async function draw(source: string): Promise<Diagram | undefined> {
  const reading = readDiagram(source)
  if (reading.state !== 'drawn') return undefined
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  const text = reading.lines.join('\n')
  const render = (theme: keyof typeof COLOURS): string =>
    // It names a host of fonts, which no page of ours may ask.
    renderMermaidSVG(text, { ...COLOURS[theme], transparent: true })
      .split('\n')
      .filter((line) => !line.includes('@import'))
      .join('\n')
      .replace(/(--_text-faint:)[^;]*/, '$1 var(--muted)')
      .trim()
  const [light, dark] = [render('light'), render('dark')]
  const [, width, height] = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(light) ?? []
  if (width === undefined || height === undefined || light.length > BYTES_MAX) return undefined
  return { light, dark, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) }
}
