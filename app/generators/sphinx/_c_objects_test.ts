import { expect, test } from 'bun:test'
import { readDeclaration, showDeclaration } from './_c_objects.ts'

function read(directive: string, signature: string, path: readonly string[] = []) {
  return readDeclaration(directive, signature, { path, paths: [] })
}

test('readDeclaration() gives what depends on the name alone the anchors of Sphinx', () => {
  expect(read('cpp:type', 'std::vector<int> Cups')).toEqual({
    path: ['Cups'],
    anchors: ['_CPPv44Cups', '_CPPv34Cups', '_CPPv24Cups', 'Cups'],
    isWhole: true,
  })
  expect(read('cpp:class', 'public Pot : public std::map<A, B>', ['tea']).anchors).toEqual([
    '_CPPv4N3tea3PotE',
    '_CPPv3N3tea3PotE',
    '_CPPv2N3tea3PotE',
    'tea::Pot',
  ])
  const hidden = read('cpp:union', '@size', ['Pot'])
  expect(hidden.anchors).toEqual(['_CPPv4N3PotUt4_sizeE', '_CPPv3N3PotUt4_sizeE'])
  expect(read('cpp:type', 'Cup = std::pair<A, B>').anchors).toHaveLength(3)
  expect(read('cpp:member', 'std::string std::name[4] = {1}')).toMatchObject({
    anchors: ['_CPPv4NSt4nameE', '_CPPv3NSt4nameE', '_CPPv2NSt4nameE'],
    isWhole: false,
  })
})

test('readDeclaration() names what has types in its anchor, which it says', () => {
  const cases = [
    ['cpp:function', 'std::vector<int> tea::pour(std::function<void(int)> x) const', 'tea::pour'],
    ['cpp:function', 'template<> bool Cup<int>::operator==(const Cup &o)', 'Cup::operator=='],
    ['cpp:type', 'template<typename T> Cups = std::vector<T>', 'Cups'],
    ['cpp:concept', 'template<typename It> std::Iterator', 'std::Iterator'],
  ] as const
  for (const [directive, signature, name] of cases) {
    expect(read(directive, signature)).toMatchObject({ anchors: [name], isWhole: false })
  }
})

test('readDeclaration() finds the name in a declaration of C', () => {
  const cases = [
    ['c:function', 'const char *Pot_Fill(Pot *p)', 'c.Pot_Fill'],
    ['c:type', 'int (*callback)(void *p)', 'c.callback'],
    ['c:macro', 'MAX(a, b)', 'c.MAX'],
    ['c:var', 'int *data[3] = {1, 2, 3}', 'c.data'],
    ['c:member', 'int bits : 3', 'c.bits'],
    ['c:union', '@data', 'c.@data'],
    ['c:var', 'int cooperator', 'c.cooperator'],
  ] as const
  for (const [directive, signature, anchor] of cases) {
    expect(read(directive, signature)).toMatchObject({ anchors: [anchor], isWhole: true })
  }
})

test('showDeclaration() begins with what is declared', () => {
  expect(showDeclaration('cpp:type', 'std::vector<int> Cups')).toBe('typedef std::vector<int> Cups')
  expect(showDeclaration('cpp:type', 'Pot::size')).toBe('type Pot::size')
  expect(showDeclaration('cpp:type', 'template<typename T> Cups = std::vector<T>')).toBe(
    'template<typename T> using Cups = std::vector<T>',
  )
  expect(showDeclaration('cpp:enum-class', 'private Kind')).toBe('enum class Kind')
  expect(showDeclaration('c:union', '@data')).toBe('union [anonymous]')
  expect(showDeclaration('c:struct', 'struct Pot')).toBe('struct Pot')
})
