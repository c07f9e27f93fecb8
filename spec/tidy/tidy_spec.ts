import { expect, test } from 'bun:test'
import { doorFaults } from './doors.ts'
import { foreignFaults, lockFaults, packageFaults, topLevelFaults } from './house.ts'
import { ringFaults } from './rings.ts'
import { nameFaults, sizeFaults } from './sizes.ts'
import { readText, treeFiles, treeSources } from './tree.ts'
import { castFaults, returnTypeFaults, wordFaults } from './words.ts'

const files = treeFiles()
const sources = treeSources()

test('rooms import only inward, through doors', () => {
  expect(sources.flatMap(ringFaults)).toEqual([])
})

test('libraries, platform, environment and clock stay behind their doors', () => {
  expect(sources.flatMap(doorFaults)).toEqual([])
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
