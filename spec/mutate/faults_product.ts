import { type Fault, faultsIn } from './fault.ts'

const API_CALLS = 'spec/product/api_calls_spec.ts'
const GUARD = 'spec/product/guard_spec.ts'
const PACKAGES = 'spec/product/packages_spec.ts'

/** Faults of the packages that a product team copies, in three languages. */
export const PRODUCT_FAULTS: readonly Fault[] = [
  ...faultsIn('spec/product/typescript/api_calls.ts', API_CALLS, [
    {
      id: 'product_check.api_packages',
      find: 'if (!hasHeadersOf(context, request.headers)) return refuse(401)',
      replace: '',
    },
    {
      id: 'product_check.api_packages',
      find: 'const body = await readBody(request.clone())',
      replace: 'const body = new Uint8Array()',
    },
  ]),
  ...faultsIn('spec/product/typescript/signature.ts', API_CALLS, [
    {
      id: 'product_check.api_packages',
      find: 'if (!URL.canParse(url)) return undefined',
      replace: '',
    },
    {
      id: 'product_check.api_packages',
      find: "(at === -1 ? '' : url.slice(at))",
      replace: "(at === -1 ? '' : '')",
    },
    {
      id: 'product_check.api_packages',
      find: 'if (HALF_OF_PAIR.test(',
      replace: "if (text === '' && HALF_OF_PAIR.test(",
    },
    { id: 'product_check.api_packages', find: '[...secret].length <', replace: 'secret.length <' },
  ]),
  ...faultsIn('spec/product/typescript/example.ts', PACKAGES, [
    {
      id: 'product_check.packages',
      find: 'fetch: (request) => (isApi(request) ? answerApi : handle)(request),',
      replace: "routes: { '/api/businesses/:business/notes': answerApi }, fetch: handle,",
    },
  ]),
  ...faultsIn('spec/product/python/lectern_product.py', PACKAGES, [
    { id: 'product_check.packages', find: 'if abs(self._clock() - int', replace: 'if (0 * int' },
  ]),
  ...faultsIn('spec/product/python/lectern_product.py', GUARD, [
    { id: 'product_check.packages', find: 're.IGNORECASE | re.ASCII', replace: 're.IGNORECASE' },
    { id: 'product_check.packages', find: 'in PATH_SAFES)', replace: 'in PATH_SAFES[:1])' },
    { id: 'product_check.packages', find: 'in PATH_SAFES)', replace: 'in PATH_SAFES[1:])' },
    { id: 'product_check.packages', find: '"[0-9]{0,18}", length', replace: '"[0-9]*", length' },
    {
      id: 'product_check.packages',
      find: 'parts._replace(scheme="", netloc="")',
      replace: 'parts._replace(scheme="", netloc="", fragment="")',
    },
    {
      id: 'product_check.packages',
      find: 'if HALF_OF_PAIR.search(',
      replace: 'if not source and HALF_OF_PAIR.search(',
    },
    { id: 'product_check.packages', find: 'parse_int=_parse_integer, ', replace: '' },
    {
      id: 'product_check.packages',
      find: 'min(map(len, given))',
      replace: 'min(len(each.encode()) for each in given)',
    },
  ]),
  ...faultsIn('spec/product/go/guard.go', PACKAGES, [
    { id: 'product_check.packages', find: 'if !added {', replace: 'if !added && skewS == 0 {' },
  ]),
  ...faultsIn('spec/product/go/guard.go', GUARD, [
    {
      id: 'product_check.packages',
      find: 'asciiForm.MatchString(given)',
      replace: 'asciiForm != jsonForm',
    },
    {
      id: 'product_check.packages',
      find: 'g.clock().UnixMilli() - sentS*1000',
      replace: '(g.clock().Unix() - sentS)*1000',
    },
    {
      id: 'product_check.packages',
      find: 'if utf8.RuneCountInString(secret)',
      replace: 'if len(secret)+0*utf8.RuneCountInString(secret)',
    },
  ]),
  ...faultsIn('spec/product/go/form.go', GUARD, [
    { id: 'product_check.packages', find: 'decoder.UseNumber()', replace: '' },
    {
      id: 'product_check.packages',
      find: '!halfOfPair.Match(pairOrEscape.ReplaceAll(text, []byte(" ")))',
      replace: 'halfOfPair != pairOrEscape',
    },
  ]),
  ...faultsIn('spec/product/go/example/main.go', PACKAGES, [
    {
      id: 'product_check.packages',
      find: 'strings.HasPrefix(request.URL.Path, "/api/")',
      replace: 'strings.HasPrefix(request.URL.Path, "/api/businesses/")',
    },
  ]),
]
