import { ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums'
import { Bom, Component, LicenseExpression, Metadata } from '@cyclonedx/cyclonedx-library/Models'
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize'
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec'
import type { Origin } from './origin.ts'
import type { ReleasePackage } from './packages.ts'

/** Names our programs among the serial numbers that are made from names (RFC 9562, 5.5). */
const NAMESPACE = '8f0e5f0c-6f5b-5a1c-9d0e-2b7c1a4e9d35'

/**
 * The bill of materials in CycloneDX: the program, the runtime in it, and every package of which
 * code is in it. The same release has the same serial number and the time of its commit.
 */
export function formatBillOfMaterials(origin: Origin, packages: readonly ReleasePackage[]): string {
  const { name, version, description, license, commit, epoch } = origin
  const program = new Component(ComponentType.Application, name, { version, description })
  program.licenses.add(new LicenseExpression(license))
  program.purl = `pkg:generic/${name}@${version}`
  program.bomRef.value = `${name}@${version}`
  const runtime = describeRuntime(origin)
  const components = new Map(packages.map((each) => [each.key, describePackage(each)]))
  for (const { key, needs } of packages) {
    for (const need of needs) {
      const needed = components.get(need)
      if (needed !== undefined) components.get(key)?.dependencies.add(needed.bomRef)
    }
  }
  for (const component of [runtime, ...components.values()]) {
    program.dependencies.add(component.bomRef)
  }
  const serial = Bun.randomUUIDv5(`${name} ${version} ${commit} ${epoch}`, NAMESPACE)
  const bom = new Bom({ serialNumber: `urn:uuid:${serial}` })
  bom.metadata = new Metadata({ component: program, timestamp: new Date(epoch * 1000) })
  for (const component of [runtime, ...components.values()]) bom.components.add(component)
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function describeRuntime({ bun }: Origin): Component {
  const purl = `pkg:github/oven-sh/bun@bun-v${bun}`
  const runtime = new Component(ComponentType.Platform, 'bun', { version: bun, purl })
  runtime.licenses.add(new LicenseExpression('MIT AND LGPL-2.0-only'))
  runtime.bomRef.value = `bun@${bun}`
  return runtime
}

function describePackage({ key, name, version, licence, digest }: ReleasePackage): Component {
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const component = new Component(ComponentType.Library, own ?? name, { version })
  if (scope !== undefined) component.group = scope
  component.purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  component.bomRef.value = `${key}@${version}`
  component.hashes.set(HashAlgorithm['SHA-512'], digest)
  if (licence !== '') component.licenses.add(new LicenseExpression(licence))
  return component
}
