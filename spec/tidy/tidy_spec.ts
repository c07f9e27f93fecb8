import { expect, test } from 'bun:test'
import { treeFiles } from '../support/tree_files.ts'
import { useFaults } from './allowed_uses.ts'
import { circleFaults, deadExportFaults, deadFileFaults } from './graph.ts'
import { isProduction, layerFaults, shareFaults } from './layers.ts'
import { fileNamingFaults, namingFaults } from './names.ts'
import { foreignFaults, lockFaults, packageFaults, topLevelFaults } from './repository.ts'
import { nameFaults, sizeFaults } from './sizes.ts'
import { isFixture, readText, treeSources } from './tree.ts'
import { castFaults, returnTypeFaults, wordFaults } from './words.ts'

const files = treeFiles()
const sources = treeSources()

test('modules import only what their layer allows, through entries', () => {
  expect(sources.flatMap(layerFaults)).toEqual([])
})

test('no production file is exempt from the rules of layers, entries and sizes', () => {
  const ships = files.filter((path) => /^(app|scripts)\/.*\.ts$/.test(path))
  const production = ships.filter((path) => !path.endsWith('_test.ts'))
  expect(sources.map(({ path }) => path).filter(isProduction)).toEqual(production)
  expect(production.length).toBeGreaterThan(400)
})

test('no files import each other in a circle', () => {
  expect(circleFaults(sources)).toEqual([])
})

test('no file and no export is dead', () => {
  expect([...deadFileFaults(sources), ...deadExportFaults(sources)]).toEqual([])
})

test('no folder of app holds more than a fifth of the production code', () => {
  expect(shareFaults(sources)).toEqual([])
})

test('libraries, platform, environment and clock are used where they may be', () => {
  expect(sources.flatMap(useFaults)).toEqual([])
})

test('functions are verbs, types are nouns, and no name is a metaphor', () => {
  const own = files.filter((path) => !isFixture(path))
  const faults = [...sources.flatMap(namingFaults), ...own.flatMap(fileNamingFaults)]
  expect(faults).toEqual([])
})

test('code uses no banned word', () => {
  expect(sources.flatMap(wordFaults)).toEqual([])
})

test('exported functions say what they return', () => {
  expect(sources.flatMap(returnTypeFaults)).toEqual([])
})

test('a cast stands below its proof', () => {
  expect(sources.flatMap(castFaults)).toEqual([])
})

test('files, functions and lines keep their limits', () => {
  expect(sources.flatMap(sizeFaults)).toEqual([])
})

test('files have names that say something', () => {
  expect(sources.flatMap((source) => nameFaults(source.path))).toEqual([])
})

test('the top of the tree holds what it should', () => {
  expect(topLevelFaults(files)).toEqual([])
})

test('every dependency is pinned, runs nothing and has its reason', () => {
  const reasons = readText('spec/decisions/dependencies.md') ?? ''
  expect(packageFaults(readText('package.json') ?? '{}', reasons)).toEqual([])
})

test('no file ties the tree to a machine or a registry', () => {
  expect(lockFaults(readText('bun.lock') ?? '')).toEqual([])
  expect(files.flatMap((path) => foreignFaults(path, readText(path) ?? ''))).toEqual([])
})
