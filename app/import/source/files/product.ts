import { lstat, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { SPDX_PATTERN } from '../../../contract/registry.ts'
import { cleanLine } from './front_matter.ts'
import type { SourceFolder } from './source_files.ts'

/** The product that a folder documents. */
export type Product = {
  /** Lower-case letters, digits and dashes. */
  readonly name: string
  readonly title: string
  /** Where one is stated. */
  readonly version: string | undefined
  /** SPDX identifier, where one is stated. */
  readonly license: string | undefined
  /** Tag of the language, where one is stated. */
  readonly language: string | undefined
  /** The file that states each of these; without a title, the name is that of the folder. */
  readonly from: ProductSources
}

type ProductSources = Partial<Record<'title' | 'version' | 'license' | 'language', string>>

/** `0.0.0` stands in packages that are never published. */
const VERSION = /^(?!0\.0\.0$)[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$/
/** Packages may also say `SEE LICENSE IN FILE`, which is not an expression. */
const SPDX = new RegExp(`^(?=.{1,100}$)${SPDX_PATTERN.slice(1)}`)

/** Names of folders and packages that say nothing about the product. */
const GENERIC = new RegExp(
  '^(?:monorepo-|root-)?(?:root|monorepo|workspace|docs?|documentation|contents?|pages|src|dist|' +
    'guides?|manual|package|website|site)$',
  'i',
)

/** Packages of a site about a product, such as `tea-docs`: their version is that of the site. */
const OF_SITE = /[-_.](docs?|documentation|playbook|site|website)([-_.]|$)|[a-z]Docs$|\.github\.io$/

/**
 * Names the product after the package file in the folder, or after the scope of a package called
 * "docs" or the like, else after the folder. What is above the folder belongs to somebody else.
 */
export async function findProduct(folder: string): Promise<Product> {
  const file = join(folder, 'package.json')
  const fields = await readPackageFields(file)
  const stated = fields === undefined ? undefined : leaveGeneric(fields)
  const named = basename(resolve(folder))
  const name = stated?.name ?? (GENERIC.test(named) ? '' : named)
  return makeProduct(name, stated ?? {}, stated && file)
}

type Fields = { readonly name?: string; readonly version?: string; readonly license?: string }

/** The version of a package that is called "docs" or the like is not that of the product. */
function leaveGeneric({ name = '', ...fields }: Fields): Fields {
  const [, scope, own = name] = /^@([^/]+)\/(.*)$/.exec(name) ?? []
  if (own === '') return fields
  const { version: _, ...others } = fields
  if (!GENERIC.test(own)) return { name, ...(OF_SITE.test(own) ? others : fields) }
  const isNamed = scope !== undefined && !GENERIC.test(scope)
  return isNamed ? { name: scope, ...others } : others
}

async function readPackageFields(path: string): Promise<Fields | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  // A link may lead above the folder.
  if (stats?.isFile() !== true) return undefined
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const textOf = (key: string) => {
    const found: unknown = Reflect.get(value, key)
    return typeof found === 'string' && found !== '' ? { [key]: found } : {}
  }
  return { ...textOf('name'), ...textOf('version'), ...textOf('license') }
}

/** A product that its owner named: the title stays as it was typed. */
export function nameProduct(title: string): Pick<Product, 'name' | 'title'> {
  return { name: makeProduct(title, {}, undefined).name, title }
}

type SiteFacts = {
  readonly title?: string | undefined
  readonly language?: string | undefined
  readonly license?: string | undefined
  readonly version?: StatedVersion | undefined
}

/** A version that a registry can have, and the file that states it. */
export type StatedVersion = { readonly version: string; readonly file: string }

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/

/** Where the facts of a site are: its configuration, and a file with its licence. */
type FactSources = { readonly marker: string; readonly stated: StatedLicense | undefined }

/** A product as the configuration of its documentation describes it, where it does. */
export function describeProduct(
  product: Product,
  facts: SiteFacts,
  { marker, stated }: FactSources,
): Product {
  const { title, language = '', license = '', version } = facts
  const tag = language.replaceAll('_', '-')
  const clean = title === undefined ? '' : cleanLine(title)
  const isLicensed = SPDX.test(license)
  const isStated = !isLicensed && product.license === undefined && stated !== undefined
  return {
    ...product,
    ...(clean === '' ? {} : nameProduct(clean)),
    ...(isLicensed ? { license } : isStated ? { license: stated.license } : {}),
    ...(LANGUAGE.test(tag) ? { language: tag } : {}),
    ...(version === undefined ? {} : { version: version.version }),
    from: {
      ...product.from,
      ...(clean === '' ? {} : { title: marker }),
      ...(isLicensed ? { license: marker } : isStated ? { license: stated.file } : {}),
      ...(LANGUAGE.test(tag) ? { language: marker } : {}),
      ...(version === undefined ? {} : { version: version.file }),
    },
  }
}

function makeProduct(name: string, fields: Fields, file: string | undefined): Product {
  const words = name
    .replace(/^@[^/]*\//, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const slug = words
    .join('-')
    .toLowerCase()
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  const version = VERSION.test(fields.version ?? '') ? fields.version : undefined
  const license = SPDX.test(fields.license ?? '') ? fields.license : undefined
  const stated = Object.entries({ title: fields.name, version, license })
  const from =
    file === undefined ? [] : stated.flatMap(([key, value]) => (value ? [[key, file]] : []))
  return {
    name: slug.replace(/-+$/, '') || 'documentation',
    title: title || 'Documentation',
    ...{ version, license, language: undefined },
    from: Object.fromEntries(from),
  }
}

/** A licence that a file at the top of the folder states, as an SPDX expression. */
type StatedLicense = { readonly license: string; readonly file: string }

/** `LICENSE-CODE` and its like are about something else than the documentation. */
const NAME = /^(?:licen[cs]e|copying)(?:[-.](?:mit|apache(?:-2\.0)?|bsd))?(?:\.(?:txt|md|rst))?$/i
/** Enough of a licence to know it. */
const CHARACTERS_MAX = 4_000

/** How each licence begins, or what only it says. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\bMIT License\b|Permission is hereby granted, free of charge, to any person/i, 'MIT'],
  [/Apache License,?\s+Version 2\.0/i, 'Apache-2.0'],
  [/Mozilla Public License,? (?:Version|v\.?) ?2\.0/i, 'MPL-2.0'],
  [/Attribution-ShareAlike 4\.0 International/i, 'CC-BY-SA-4.0'],
  [/Attribution-NonCommercial-ShareAlike 4\.0 International/i, 'CC-BY-NC-SA-4.0'],
  [/Attribution-NonCommercial-NoDerivatives 4\.0 International/i, 'CC-BY-NC-ND-4.0'],
  [/Attribution-NonCommercial 4\.0 International/i, 'CC-BY-NC-4.0'],
  [/Attribution-NoDerivatives 4\.0 International/i, 'CC-BY-ND-4.0'],
  [/Attribution-NonCommercial/i, ''],
  [/Attribution-NoDerivatives/i, ''],
  [/Attribution 4\.0 International/i, 'CC-BY-4.0'],
  [/CC0 1\.0 Universal/i, 'CC0-1.0'],
  [/\bISC License\b/i, 'ISC'],
  [/Redistribution and use in source and binary forms[\s\S]*Neither the name/i, 'BSD-3-Clause'],
  [/Redistribution and use in source and binary forms/i, 'BSD-2-Clause'],
]

/** Reads the licence files at the top of a folder; two of them leave a choice. */
export function findStatedLicense(source: SourceFolder): StatedLicense | undefined {
  const files = source.files.filter((file) => NAME.test(file))
  const found = files.flatMap((file) => {
    const text = (source.read(file) ?? '').slice(0, CHARACTERS_MAX).replace(/\s+/g, ' ')
    const [, license = ''] = TEXTS.find(([pattern]) => pattern.test(text)) ?? []
    return license === '' ? [] : [{ license, file: source.show(file) }]
  })
  const [first] = found
  if (first === undefined || found.length < files.length) return undefined
  const names = [...new Set(found.map(({ license }) => license))]
  return { license: names.join(' OR '), file: first.file }
}
