/**
 * Names kept for the fixtures of a process under test. No registry may use one, so a production
 * registry cannot name a fixture (contract 1, authority level "Diagnostics").
 */
export const FIXTURE_NAME_PREFIX = 'test_'
export const FIXTURE_URI_PREFIX = 'test:'
