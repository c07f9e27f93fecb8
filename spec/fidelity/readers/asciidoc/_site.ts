import { posix } from 'node:path'
import { parse } from 'yaml'
import type { SourceFiles } from '../../source_files.ts'
import { type Attributes, startAttributes } from './_attributes.ts'

export type Component = {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly attributes: Readonly<Record<string, unknown>>
}

type Place = {
  readonly component: Component
  readonly module: string
  readonly family: string
  readonly path: string
}

/** Where files are to each other: in modules of Antora, or in folders. */
export class AdocSite {
  readonly #source: SourceFiles
  readonly #components: readonly Component[]
  readonly #files: ReadonlySet<string>
  readonly #playbook: Readonly<Record<string, unknown>>
  readonly #siteAttributes: Readonly<Record<string, unknown>>
  readonly #aliases = new Map<string, string>()

  constructor(source: SourceFiles) {
    this.#source = source
    this.#files = new Set(source.files)
    this.#components = source.files
      .filter((file) => /(?:^|\/)antora\.ya?ml$/.test(file) && !file.includes('modules/'))
      .map((file) => readComponent(file, source.read(file) ?? ''))
    const playbook = source.files.find((file) => {
      return /^(?:[^/]+\/)?[\w.-]*playbook\.ya?ml$/.test(file)
    })
    const text = playbook === undefined ? '' : (source.read(playbook) ?? '')
    const config = readYaml(text)
    this.#playbook = fieldOf(fieldOf(config, 'asciidoc'), 'attributes')
    const { title, url } = fieldOf(config, 'site')
    this.#siteAttributes = {
      env: 'site',
      'env-site': '',
      'site-gen': 'antora',
      'site-gen-antora': '',
      ...(title ? { 'site-title': title } : {}),
      ...(url ? { 'site-url': url } : {}),
    }
  }

  get isAntora(): boolean {
    return this.#components.length > 0
  }

  /** Files that readers see as pages. */
  listPages(): readonly string[] {
    return this.#source.files.filter((file) => {
      if (!/\.(?:adoc|asciidoc|asc)$/.test(file)) return false
      if (!this.isAntora) return !/(?:^|\/)_/.test(file)
      const place = this.placeOf(file)
      return place?.family === 'page' && !/(?:^|\/)_/.test(place.path)
    })
  }

  versionOf(file: string): string | undefined {
    return this.placeOf(file)?.component.version
  }

  attributesOf(file: string): { readonly all: Attributes; readonly fixed: ReadonlySet<string> } {
    const place = this.placeOf(file)
    const name = posix.basename(file).replace(/\.\w+$/, '')
    const own = {
      docname: name,
      docfile: file,
      ...(place === undefined
        ? {}
        : {
            'page-component-name': place.component.name,
            'page-component-version': place.component.version,
            'page-version': place.component.version,
            'page-module': place.module,
            'page-relative-src-path': place.path,
            attachmentsdir: 'attachment$',
            imagesdir: '',
            examplesdir: 'example$',
            partialsdir: 'partial$',
            ...this.#siteAttributes,
          }),
    }
    // A component replaces only what the playbook leaves open.
    const fixed = Object.entries(this.#playbook).filter(isFixed)
    const values = { ...place?.component.attributes, ...Object.fromEntries(fixed) }
    const component = unsetAliases(values, { ...this.#playbook, ...values })
    const all = Object.entries(component).filter(isFixed)
    return {
      all: startAttributes([own, this.#playbook, component]),
      fixed: new Set(all.map(([each]) => each.toLowerCase())),
    }
  }

  addAlias(file: string, alias: string): void {
    const [found] = this.#spell(alias, file, 'page')
    if (found !== undefined) this.#aliases.set(found, file)
  }

  /** The file that a name leads to from another file. */
  find(name: string, from: string, family: string): string | undefined {
    for (const path of this.#spell(name, from, family)) {
      if (this.#files.has(path)) return path
      const moved = this.#aliases.get(path)
      if (moved !== undefined) return moved
    }
    return undefined
  }

  /** Paths that a name may mean. */
  #spell(name: string, from: string, family: string): readonly string[] {
    const beside = posix.normalize(posix.join(posix.dirname(from), name))
    const place = this.placeOf(from)
    if (place === undefined) return [beside]
    const [, version, one, two, own, path = ''] =
      /^(?:([^@:$]*)@)?(?:([^:$]*):)?(?:([^:$]*):)?(?:(\w+)\$)?(.*)$/.exec(name) ?? []
    const isPlain = version === undefined && one === undefined && own === undefined
    const component =
      two === undefined ? place.component : this.#components.find((each) => each.name === one)
    if (component === undefined) return []
    if (version !== undefined && version !== component.version && version !== '_') return []
    const module = two ?? one
    const base = posix.join(component.folder, 'modules', module || this.#moduleFor(two, place))
    const inFamily = posix.join(base, `${own ?? family}s`, path.replace(/^\//, ''))
    if (isPlain && (/^\.\.?\//.test(name) || family === '')) return [beside]
    return isPlain ? [inFamily, beside] : [inFamily]
  }

  #moduleFor(two: string | undefined, place: Place): string {
    return two === undefined ? place.module : 'ROOT'
  }

  placeOf(file: string): Place | undefined {
    for (const component of this.#components) {
      const below = component.folder === '' ? file : file.slice(component.folder.length + 1)
      if (component.folder !== '' && !file.startsWith(`${component.folder}/`)) continue
      const [, module = '', families = '', path = ''] =
        /^modules\/([^/]+)\/(?:assets\/)?(\w+)\/(.+)$/.exec(below) ?? []
      if (module === '') continue
      return { component, module, family: families.replace(/s$/, ''), path }
    }
    return undefined
  }
}

/** A value that is the name of another alone is unset as that one is. */
function unsetAliases(
  values: Readonly<Record<string, unknown>>,
  all: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values).map(([name, value]) => {
    const [, alone = ''] = /^\{(\w[\w-]*)\}$/.exec(String(value)) ?? []
    const named = all[alone]
    return [name, named === null || named === false ? named : value] as const
  })
  return Object.fromEntries(entries)
}

/** Whether a page cannot replace an attribute. */
function isFixed([, value]: readonly [string, unknown]): boolean {
  return value !== false && !String(value).endsWith('@')
}

function readComponent(file: string, text: string): Component {
  const config = readYaml(text)
  const folder = posix.dirname(file)
  const written = config.version
  return {
    name: String(config.name ?? posix.basename(folder)),
    version: written === null || written === undefined ? '' : String(written),
    folder: folder === '.' ? '' : folder,
    attributes: fieldOf(fieldOf(config, 'asciidoc'), 'attributes'),
  }
}

function readYaml(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = parse(text, { logLevel: 'silent' })
  return fieldsOf(value)
}

function fieldOf(value: Readonly<Record<string, unknown>>, name: string) {
  return fieldsOf(value[name])
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}
