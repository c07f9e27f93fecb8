import type { Lines, SourceLine } from '../../markdown/source_line.ts'

/**
 * How the named parts of a file are marked, in a comment of any language: `anchor` of mdBook,
 * `section` of pymdownx, `region` of VitePress.
 */
export type MarkerStyle = 'anchor' | 'section' | 'region'

type Marker = { readonly kind: 'start' | 'end'; readonly name: string }

const READERS: Readonly<Record<MarkerStyle, (text: string) => Marker | undefined>> = {
  anchor: (text) => {
    const found = /\bANCHOR(_END)?:\s*([\w_-]+)/.exec(text)
    return found === null ? undefined : makeMarker(found[1] !== undefined, found[2])
  },
  section: (text) => {
    const found = /--8<--\s+\[\s*(start|end)\s*:\s*([a-z][-_0-9a-z]*)\s*\]/i.exec(text)
    return found === null ? undefined : makeMarker(found[1] === 'end', found[2])
  },
  region: (text) => {
    const found =
      /^\s*(?:\/\/|\/\*|#|<!--|--|::|rem\b|'|;+|%)?\s*#?\s*(end)?\s?region\b\s*([\w*.-]*)/i.exec(
        text,
      )
    return found === null ? undefined : makeMarker(found[1] !== undefined, found[2])
  },
}

function makeMarker(isEnd: boolean, name = ''): Marker {
  return { kind: isEnd ? 'end' : 'start', name: name.toLowerCase() }
}

/** The lines between the markers of a name, without other markers; undefined without its start. */
export function selectRegion(lines: Lines, name: string, style: MarkerStyle): Lines | undefined {
  const read = READERS[style]
  const wanted = name.toLowerCase()
  const selected: SourceLine[] = []
  let depth = 0
  let inner = 0
  let isFound = false
  for (const line of lines) {
    const marker = read(line.text)
    if (marker === undefined) {
      if (depth > 0) selected.push(line)
    } else if (marker.name === wanted && marker.kind === 'start') {
      isFound = true
      depth += 1
    } else if (depth > 0 && marker.kind === 'start') inner += 1
    else if (depth > 0 && marker.kind === 'end') {
      // `#endregion` need not repeat the name: then it ends the innermost region.
      if (marker.name === '' && inner > 0) inner -= 1
      else if (marker.name === '' || marker.name === wanted) depth -= 1
      else inner = Math.max(0, inner - 1)
    }
  }
  return isFound ? selected : undefined
}

/** Lines without those that only mark a part. */
export function removeMarkers(lines: Lines, style: MarkerStyle): Lines {
  // A region also folds code in an editor, so its lines are part of a file that is shown whole.
  if (style === 'region') return lines
  const read = READERS[style]
  return lines.filter(({ text }) => read(text) === undefined)
}
