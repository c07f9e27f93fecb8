import { markEscapes } from './_escapes.ts'
import { createIncludes, type IncludeCall, type ReadInclude } from './_include_registry.ts'
import { createInlineNodes, type InlineNodes } from './inline_nodes.ts'
import type { Core, Document } from './library.ts'

/** Attributes of a page: text; false, which unsets one; or null, after which no page sets it. */
export type Attributes = Readonly<Record<string, string | false | null>>

export type LoadedDocument = {
  readonly document: Document
  readonly nodes: InlineNodes
  /** Where cells were dropped that fill no row; a path that is no file is the text itself. */
  readonly dropped: readonly { readonly path: string; readonly line: number }[]
}

export type { IncludeCall, ReadInclude }

type LoadOptions = {
  /** The file of the text, as its lines name it. */
  readonly file: string
  readonly readInclude: ReadInclude
  readonly attributes: Attributes
  /** Reads the lines above the first blank one alone. */
  readonly isHeaderOnly?: boolean
}

/** What each text gets, whatever its site sets: nothing is read, fetched or highlighted. */
const OWN_ATTRIBUTES: Attributes = {
  relfilesuffix: '.adoc',
  'attribute-missing': 'skip',
  'source-highlighter': false,
  experimental: '',
  'max-include-depth': '64',
  sectanchors: false,
  showtitle: '',
}

/** Reads an AsciiDoc text; what it includes comes from `readInclude` alone. */
export async function loadDocument(
  core: Core,
  text: string,
  options: LoadOptions,
): Promise<LoadedDocument> {
  const nodes = createInlineNodes()
  const logger = core.MemoryLogger.create()
  class OwnConverter {
    readonly convert = nodes.convert
  }
  const document = await core.load(markEscapes(text), {
    safe: 'secure',
    backend: 'html5',
    sourcemap: true,
    logger,
    converter: OwnConverter,
    extension_registry: createIncludes(core, options.file, options.readInclude),
    parse_header_only: options.isHeaderOnly === true,
    attributes: { ...nameFile(options), ...options.attributes, ...OWN_ATTRIBUTES },
  })
  const dropped = logger.getMessages().flatMap((message) => {
    const place = message.getSourceLocation()
    if (place === undefined || !message.getText().startsWith('dropping cell')) return []
    return [{ path: String(place.path ?? ''), line: Math.max(1, Number(place.lineno) || 1) }]
  })
  return { document, nodes, dropped }
}

function nameFile({ file }: LoadOptions): Attributes {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return { docname: name.replace(/\.\w+$/, ''), docfilesuffix: '.adoc', docdir: '.' }
}
