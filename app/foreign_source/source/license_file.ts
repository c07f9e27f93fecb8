import type { SourceFolder } from './source_files.ts'

/** A licence that a file at the top of the folder states, as an SPDX expression. */
export type StatedLicense = { readonly license: string; readonly file: string }

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
