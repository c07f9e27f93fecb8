import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Bytes that are no text in UTF-8. */
export const PICTURE: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff)

/** A skill with a reference, a program, a file that is no text, and quoted values. */
export const SKILL: Readonly<Record<string, string | Uint8Array>> = {
  'SKILL.md': [
    '---',
    'name: rotate-keys',
    'description: Rotates the keys of an account, step by step.',
    'license: MIT',
    'metadata:',
    "  since: '2026-01-01'",
    "  level: '2'",
    '---',
    '',
    'Read [the states](references/states.md) first, then run `scripts/rotate.py`.',
    '',
  ].join('\n'),
  'references/states.md': '\ufeffStates: **new**, `old`.\r\n',
  'scripts/rotate.py': 'print("rotated")\n',
  'assets/key.png': PICTURE,
}

/** Writes a skill into the folder of a corpus. */
export async function writeSkill(
  corpusDir: string,
  name: string,
  files: Readonly<Record<string, string | Uint8Array>> = SKILL,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(corpusDir, 'skills', name, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}
