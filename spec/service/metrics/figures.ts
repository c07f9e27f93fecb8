/** The figures of `/metrics`, by their line without the value: `name{label="value"}`. */
export type Figures = ReadonlyMap<string, number>

export async function readText(adminUrl: string): Promise<string> {
  return await (await fetch(`${adminUrl}/metrics`)).text()
}

export async function readFigures(adminUrl: string): Promise<Figures> {
  const lines = (await readText(adminUrl)).split('\n')
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
  )
}

/** Counters that grew between two readings, without durations, and by how much. */
export function compareCounters(before: Figures, after: Figures): Readonly<Record<string, number>> {
  const grown = [...after]
    .filter(([name]) => /_total(?:\{|$)/.test(name) && name.startsWith('lectern_'))
    .map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const)
    .filter(([, by]) => by !== 0)
  return Object.fromEntries(grown)
}
