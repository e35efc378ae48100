// With `preserveSymlinks` a workspace shows up as node_modules/@output-review/<name>, which is what
// makes an import of a workspace that package.json does not declare visible. So every pattern for a
// workspace names both the folder and that path.
const SERVICE_PACKAGES =
  '@output-review/(gateway|evaluator|review|instructions|media|dashboard)(/|$)';
const lib = (names) => [`^libs/(${names})/`, `@output-review/(${names})(/|$)`];

const LAYER = '^services/([^/]+)/src';
const EDGES = 'http|consumers|store|clients';
const TEST_FILE = '\\.test\\.ts$|^(libs|services|deploy)/[^/]+/test/|^tools/test/|^test-e2e/';
// An optional dependency that is native: not there where neither its build nor its download went well.
const OPTIONAL = '^re2$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cross-service',
      comment: 'Services meet in contracts only; deploy/ and test-e2e/ put them together.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'no-cross-service-by-name',
      comment: 'Only deploy/ and test-e2e/ may import a service package.',
      severity: 'error',
      from: { path: '^(services|libs|tools)/' },
      to: { path: SERVICE_PACKAGES },
    },
    {
      name: 'services-are-put-together-in-deploy',
      comment: 'Nothing else reaches into a service by its path either.',
      severity: 'error',
      from: { pathNot: '^(services|deploy|test-e2e)/' },
      to: { path: '^services/' },
    },
    {
      name: 'nothing-imports-deploy',
      comment: 'deploy/ is the outermost ring; only the end-to-end tests start what it builds.',
      severity: 'error',
      from: { path: '^(libs|services|tools)/' },
      to: { path: ['^(deploy|test-e2e)/', '@output-review/(embedded|native|test-e2e|tools)(/|$)'] },
    },
    {
      name: 'nothing-imports-tools',
      severity: 'error',
      from: { pathNot: '^tools/' },
      to: { path: '^tools/' },
    },
    {
      name: 'libs-know-no-service',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^services/' },
    },
    {
      name: 'errors-imports-nothing',
      severity: 'error',
      from: { path: '^libs/errors/src/', pathNot: TEST_FILE },
      to: { pathNot: '^libs/errors/src/' },
    },
    {
      name: 'contracts-imports-only-errors',
      comment: 'Packages from npm are a matter of its package.json; of our own only errors.',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: ['^libs/', '@output-review/'], pathNot: lib('errors|contracts') },
    },
    {
      name: 'runtime-imports-contracts-and-errors',
      severity: 'error',
      from: { path: '^libs/runtime/' },
      to: { path: ['^libs/', '@output-review/'], pathNot: lib('errors|contracts|runtime') },
    },
    {
      name: 'domain-is-pure',
      comment: 'Decisions reach nothing but themselves and the words they are made of.',
      severity: 'error',
      from: { path: `${LAYER}/domain/`, pathNot: TEST_FILE },
      to: { pathNot: [`^services/$1/src/domain/`, ...lib('contracts|errors')] },
    },
    {
      name: 'use-cases-know-no-edge',
      comment: 'A use case declares what it needs; service.ts hands it in.',
      severity: 'error',
      from: { path: `${LAYER}/use-cases/`, pathNot: TEST_FILE },
      to: { path: `^services/$1/src/((${EDGES})/|(service|main|config)\\.ts$)` },
    },
    {
      name: 'edges-know-no-other-edge',
      comment: 'http, consumers, store and clients meet in service.ts, each by way of a use case.',
      severity: 'error',
      from: { path: `${LAYER}/(${EDGES})/`, pathNot: TEST_FILE },
      to: { path: `^services/$1/src/(${EDGES})/`, pathNot: '^services/$1/src/$2/' },
    },
    {
      name: 'edges-know-no-wiring',
      severity: 'error',
      from: { path: `${LAYER}/(${EDGES})/`, pathNot: TEST_FILE },
      to: { path: '^services/$1/src/(service|main)\\.ts$' },
    },
    {
      name: 'service-knows-no-main',
      severity: 'error',
      from: { pathNot: '/main\\.ts$' },
      to: { path: '^services/[^/]+/src/main\\.ts$' },
    },
    {
      name: 'source-knows-no-test',
      severity: 'error',
      from: {
        path: '^(services|libs|deploy|tools)/',
        pathNot: [TEST_FILE, '^libs/runtime/src/testing/'],
      },
      to: { path: [TEST_FILE, '^libs/runtime/src/testing/', '@output-review/runtime/.*testing'] },
    },
    {
      name: 'kafkajs-behind-messaging',
      comment: 'It has no maintainer; two files may know it, so that it can be replaced.',
      severity: 'error',
      from: { pathNot: '^libs/runtime/src/messaging/kafka/kafka-(admin|client)\\.ts$' },
      to: { path: '(^|/)kafkajs(/|$)' },
    },
    {
      name: 'minio-behind-one-file',
      comment: 'It holds files in memory and knows no deadline; one file keeps that from the rest.',
      severity: 'error',
      from: { pathNot: '^libs/runtime/src/object-store/s3/bucket-client\\.ts$' },
      to: { path: '(^|/)node_modules/minio/' },
    },
    {
      name: 'declared-only',
      comment: 'What a workspace imports stands in its own package.json.',
      severity: 'error',
      from: { path: '^(services|libs|deploy|tools)/', pathNot: TEST_FILE },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: OPTIONAL },
    },
    {
      name: 'declared-only-in-tests',
      comment: 'The test tools are declared once, in the root.',
      severity: 'error',
      from: { path: TEST_FILE },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'],
        pathNot:
          'node_modules/(@axe-core/playwright|@jest/globals|@playwright/test|nock|standardwebhooks)/',
      },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere hides from every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: OPTIONAL },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-catch-all-module',
      comment: 'A file is named for its one idea.',
      severity: 'error',
      from: {},
      to: {
        path: '^(libs|services|deploy|tools|test-e2e)/.*/(utils?|helpers?|common|misc|manager)(\\.ts$|/)',
      },
    },
  ],
  options: {
    preserveSymlinks: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Anchored: the dist of a package in node_modules must stay, or its import goes unseen.
    exclude: { path: '^(libs/[^/]+|services/[^/]+|deploy/[^/]+|tools|test-e2e)/dist/' },
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@output-review/source', 'import', 'node', 'default'],
    },
  },
};
