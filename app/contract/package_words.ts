import { type TArray, type TSchema, type TString, Type } from '@sinclair/typebox'
import { line, patternText } from './registry_words.ts'

/** Semantic Versioning 2.0.0 without build metadata; hosts ask for it, our contract does not. */
export const semver: TString = patternText(
  '^(0|[1-9][0-9]{0,8})(\\.(0|[1-9][0-9]{0,8})){2}' +
    '(-(0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]{0,19})' +
    '(\\.(0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]{0,19})){0,3})?$',
  'a semantic version such as 1.4.0 or 2.0.0-rc.1',
)

const AUTHORITY = '[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?'
const REST = '([/?#][^\\s{}<>"\\\\`]*)?$'

/** Addresses without userinfo (RFC 3986 section 3.2.1) and without a mark to be replaced. */
export const webAddress: TString = patternText(
  `^https?://(${AUTHORITY}|\\[[0-9a-f:.]+\\](:[0-9]{1,5})?)${REST}`,
  'a web address such as https://docs.example.com/',
)
export const secureAddress: TString = patternText(
  `^https://${AUTHORITY}${REST}`,
  'a web address that begins with https://, with a host',
)

/** A list without repeats. */
export function unique<Item extends TSchema>(item: Item, least = 1, most = 20): TArray<Item> {
  const description = `a list of ${least} to ${most} entries, without repeats`
  return Type.Array(item, { minItems: least, maxItems: most, uniqueItems: true, description })
}

export const keywords: TArray<TString> = unique(line)

export const color: TString = patternText('^#[0-9A-Fa-f]{6}$', 'a colour such as #336699')

/** An icon of a registry entry, in the schema of 2025-12-11. */
export const iconSize: TString = patternText('^([0-9]{1,5}x[0-9]{1,5}|any)$', '48x48 or any')
export const ICON_TYPES = ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp'] as const
