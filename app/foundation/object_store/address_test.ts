import { expect, test } from 'bun:test'
import { findAccessProblems, parseStoreAddress } from './address.ts'

test('parseStoreAddress() reads bucket and prefix, however slashes are written', () => {
  for (const [text, bucket, prefix] of [
    ['s3://docs', 'docs', ''],
    ['s3://docs/', 'docs', ''],
    ['s3://docs.example/site', 'docs.example', 'site/'],
    ['s3://docs/a//b/', 'docs', 'a/b/'],
  ] as const) {
    expect(parseStoreAddress(text)).toEqual({ ok: true, value: { bucket, prefix } })
  }
})

test('parseStoreAddress() refuses what is no address of a bucket', () => {
  for (const text of ['s3:docs', 's3://', 's3://Docs', 's3://docs/../other', 's3://docs/?a=b']) {
    expect([text, parseStoreAddress(text).ok]).toEqual([text, false])
  }
})

test('findAccessProblems() lists everything that is missing', () => {
  const access = {
    endpoint: 'store.example.com',
    region: 'eu-central-1',
    accessKeyId: undefined,
    secretAccessKey: undefined,
    sessionToken: undefined,
  }
  const names = findAccessProblems(access).map(({ name }) => name)
  expect(names).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL'])
})
