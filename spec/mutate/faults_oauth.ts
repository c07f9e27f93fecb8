import { type Fault, faultsIn } from './fault.ts'

const AUTHORIZE = 'spec/interfaces/oauth/authorize_spec.ts'
const DOCUMENT_RULES = 'spec/interfaces/oauth/document_rules_spec.ts'
const DOCUMENT_AGE = 'spec/interfaces/oauth/document_age_spec.ts'
const PERSON = 'spec/interfaces/oauth/person_spec.ts'
const REDIRECTS = 'spec/interfaces/oauth/redirects_spec.ts'
const REGISTER = 'spec/interfaces/oauth/register_spec.ts'
const TOKEN = 'spec/interfaces/oauth/token_spec.ts'

/** Faults of the authorization server: its endpoints, and the pages that people see. */
export const OAUTH_FAULTS: readonly Fault[] = [
  ...faultsIn('app/interfaces/oauth/clients/redirects.ts', REDIRECTS, [
    {
      id: 'threat 9',
      find: 'if (registered.includes(requested)) return true',
      replace: 'if (registered.some((uri) => requested.startsWith(uri))) return true',
    },
    {
      id: 'threat 10',
      find: 'withoutLoopbackPort(uri) === portless)',
      replace: 'withoutLoopbackPort(uri) !== undefined)',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/pages/authorize.ts', AUTHORIZE, [
    {
      id: 'threat 9',
      find: 'return isRedirectAllowed(asked, redirectUris, settings.privateUseRedirects)',
      replace: 'return redirectUris.length > 0',
      spec: REDIRECTS,
    },
    {
      id: 'threat 11',
      find: "return kind === 'registered' || !redirectUri.startsWith('https:')",
      replace: "return kind !== 'document' || !redirectUri.startsWith('https:')",
    },
    { id: 'threat 15', find: "    ['iss', ports.baseUrl],\n", replace: '' },
    {
      id: 'threat 15',
      find: "['state', values.get('state')],",
      replace: "['state', values.get('state')?.replaceAll('\\r\\n', ' ')],",
    },
  ]),
  ...faultsIn('app/interfaces/oauth/protocol/authorization_request.ts', AUTHORIZE, [
    {
      id: 'threat 14',
      find: "values.get('code_challenge_method') !== 'S256'",
      replace: "values.get('code_challenge_method') === undefined",
    },
    {
      id: 'threat 14',
      find: "!isCodeChallenge(values.get('code_challenge') ?? '')",
      replace: "!values.has('code_challenge')",
    },
    {
      id: 'threat 28',
      find: "[...repeated].some((name) => name !== 'resource')",
      replace: "[...repeated].some((name) => name === 'client_id')",
    },
  ]),
  ...faultsIn('app/interfaces/oauth/protocol/token.ts', TOKEN, [
    {
      id: 'threat 14',
      find: 'if (!isCodeVerifier(verifier)) {',
      replace: "if (verifier === '') {",
    },
  ]),
  ...faultsIn('app/interfaces/oauth/protocol/body.ts', TOKEN, [
    {
      id: 'threat 28',
      find: "repeated.size > (repeated.has('resource') ? 1 : 0)",
      replace: "repeated.size > (repeated.has('resource') ? 1 : 9)",
    },
    {
      id: 'threat 26',
      find: "return err({ error, description: 'Compressed",
      replace: "if (type === '') return err({ error, description: 'Compressed",
      spec: 'spec/interfaces/oauth/bodies_spec.ts',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/protocol/_requested_access.ts', PERSON, [
    {
      id: 'open.oauth_endpoints',
      find: '`${authority}${asked.slice(baseUrl.length)}` === resource',
      replace: '`${authority}${asked.slice(baseUrl.length)}`.startsWith(resource)',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/clients/registration.ts', REDIRECTS, [
    {
      id: 'threat 15',
      find: '(uri) => redirectUriFault(uri, privateUse) === undefined,',
      replace: '(uri) => URL.canParse(uri),',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/endpoint.ts', REGISTER, [
    {
      id: 'threat 22',
      find: 'if (!(await isAdmitted(request, ports))) return respondOverLimit()',
      replace:
        "if (request.method === 'GET' && !(await isAdmitted(request, ports)))" +
        ' return respondOverLimit()',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/clients/_documents.ts', DOCUMENT_AGE, [
    {
      id: 'threat 5',
      find: '(isLoopback(new URL(baseUrl)) ? localPath(url) : undefined)',
      replace: 'localPath(url)',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/clients/_documents.ts', DOCUMENT_AGE, [
    {
      id: 'threat 8',
      find: 'Math.min(Math.max(maxAge, FRESH_SECONDS_MIN), FRESH_SECONDS_MAX)',
      replace: 'Math.max(maxAge, FRESH_SECONDS_MIN)',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/clients/_document.ts', DOCUMENT_RULES, [
    {
      id: 'threat 7',
      find: "if (readOwn(document, 'client_id') !== url)",
      replace: "if (readOwn(document, 'client_id') === undefined)",
    },
    {
      id: 'threat 7',
      find: "['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']",
      replace: "['p', 'q', 'dp', 'dq', 'qi', 'oth']",
    },
  ]),
  ...faultsIn('app/contract/shown_name.ts', REGISTER, [
    { id: 'threat 23', find: "    .replace(UNSEEN, '')\n", replace: '' },
  ]),
  ...faultsIn('app/interfaces/oauth/sign_in/session.ts', PERSON, [
    {
      id: 'auth.user_session',
      find: 'if (before !== undefined) await grants.signOut(before)',
      replace: '',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/pages/_account.ts', PERSON, [
    {
      id: 'auth.user_session',
      find: "if (!areBytesEqual(form.get('csrf') ?? '', session.csrf)) {",
      replace: "if (form.get('csrf') === undefined) {",
    },
  ]),
  ...faultsIn('app/interfaces/oauth/pages/_sign_in_page.ts', PERSON, [
    {
      id: 'threat 9',
      find: '(?:\\/account|\\/oauth\\/consent\\?request=[A-Za-z0-9_-]{1,128})$/',
      replace: '(?:\\/account|\\/oauth\\/consent\\?request=[A-Za-z0-9_-]{1,128}|\\/.*)$/',
    },
  ]),
  ...faultsIn('app/interfaces/oauth/pages/_form.ts', PERSON, [
    {
      id: 'threat 1',
      find: "(site === null || site === 'same-origin') && (origin === null || origin === baseUrl)",
      replace: "site === null || site !== 'cross-site' || origin === baseUrl",
    },
  ]),
  ...faultsIn('app/interfaces/oauth/plugin.ts', 'spec/interfaces/oauth/metadata_spec.ts', [
    {
      id: 'business.off',
      find: 'ports.isOn() ? handle(request, context) : respondNotFound()',
      replace: 'handle(request, context)',
    },
  ]),
]
