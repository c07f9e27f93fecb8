import type { Config } from '../service/settings/config.ts'
import { readDeploymentFiles } from './_deployment_files_macro.ts' with { type: 'macro' }
import { isCompiled } from './command.ts'

const FILES: Readonly<Record<string, string>> = readDeploymentFiles()

/** What the files say where an operator has to say something else. */
const SHOWN = { url: 'https://docs.example.com', program: '/usr/bin/lectern' } as const

/** Units may not run what is in a home folder: `ProtectHome=`. */
const HOMES = /^\/(home|root)\//

/** Units, proxy files, manifests, alerts and the dashboard, with what the settings know. */
export function fillDeploymentFiles({ baseUrl }: Config): ReadonlyMap<string, string> {
  const isOwn = isCompiled() && !HOMES.test(process.execPath)
  const program = isOwn ? process.execPath : SHOWN.program
  // A base address on this machine is the default, and no address of a deployment.
  const url = baseUrl.startsWith('https://') ? baseUrl : SHOWN.url
  const host = (address: string) => new URL(address).host
  const fill = (text: string) =>
    text
      .replaceAll(SHOWN.url, url)
      .replaceAll(host(SHOWN.url), host(url))
      .replaceAll(/(?<=^ExecStart=)\/usr\/bin\/lectern(?= )/gm, program)
  return new Map(Object.entries(FILES).map(([name, text]) => [name, fill(text)]))
}
