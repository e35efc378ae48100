const { readdirSync } = require('node:fs');

// With `preserveSymlinks` a workspace appears as node_modules/@output-review/<name>, which makes undeclared imports of
// a workspace visible. So every pattern for a workspace matches both the folder and that path.
const SERVICE_PACKAGES =
  '@output-review/(gateway|evaluator|review|instructions|media|dashboard)(/|$)';
const CLIENT = '@output-review/client(/|$)';
const lib = (names) => [`^libs/(${names})/`, `@output-review/(${names})(/|$)`];

// Packages without I/O.
const PURE_PACKAGES = ['(^|/)node_modules/(@types/)?(diff|content-disposition|papaparse)/'];

const TEXT_FUNCTIONS = ['^libs/runtime/src/base/text.ts$', '@output-review/runtime/.*text'];

// The features of a service, one folder each, lowest first.
const SLICES = {
  evaluator: [
    ...['engine', 'rule-process', 'rules', 'runs', 'judges', 'judging', 'shadow', 'evaluations'],
    ...['checks', 'dry-runs', 'backtests', 'drafts'],
  ],
  gateway: [
    ...[
      'rate-limit',
      'access',
      'workspaces',
      'tokens',
      'people',
      'projects',
      'groups',
      'settings',
      'submissions',
    ],
    ...['forwarding', 'audit', 'pages', 'mcp', 'slack'],
  ],
  instructions: ['documents', 'feedback', 'versions', 'suggestions'],
  media: ['object-store', 'content', 'usage', 'links', 'storage', 'claims', 'uploads', 'downloads'],
  review: [
    ...[
      'outputs',
      'claims',
      'assignments',
      'destinations',
      'removal',
      'decisions',
      'deadlines',
      'runs',
      'intake',
      'details',
    ],
    ...[
      'search',
      'views',
      'export',
      'backtests',
      'reading',
      'streams',
      'deliveries',
      'slack',
      'statistics',
      'trust',
      'audit',
      'presence',
      'dashboard',
    ],
  ],
};
function assertListsFolders(path, named) {
  const found = readdirSync(path, { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name !== 'migrations')
    .map(({ name }) => name);
  if (found.sort().join() !== [...named].sort().join()) {
    throw new Error(`The folders of ${path} are ${found.join(', ')}: name them here, in order.`);
  }
}
for (const [service, slices] of Object.entries(SLICES)) {
  assertListsFolders(`services/${service}/src`, slices);
}
const sliceRules = Object.entries(SLICES).flatMap(([service, slices]) =>
  slices.slice(0, -1).map((slice, index) => ({
    name: `${service}-${slice}-knows-no-higher-slice`,
    comment: `The order is ${slices.join(', ')}.`,
    severity: 'error',
    from: { path: `^services/${service}/src/${slice}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^services/${service}/src/(${slices.slice(index + 1).join('|')})/` },
  })),
);

// The folders of runtime, lowest first.
const RUNTIME = [
  ...['base', 'telemetry', 'postgres', 'lifecycle', 'security', 'messaging', 'http', 'outbound'],
  ...['config', 'process', 'testing'],
];
assertListsFolders('libs/runtime/src', RUNTIME);
const runtimeRules = RUNTIME.slice(0, -1).map((folder, index) => ({
  name: `runtime-${folder}-knows-no-higher-folder`,
  comment: `The order is ${RUNTIME.join(', ')}.`,
  severity: 'error',
  from: { path: `^libs/runtime/src/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^libs/runtime/src/(${RUNTIME.slice(index + 1).join('|')})/` },
}));

// Everything in it is pure.
const ENGINE = '^services/evaluator/src/engine/';

const TEST_FILE =
  '\\.test\\.ts$|^(libs|services|clients|deploy)/[^/]+/test/|^tools/test/|^test-e2e/';
// An optional native dependency. It is missing where neither download nor build worked.
const OPTIONAL = '^re2$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cross-service',
      comment: 'Services share contracts only. deploy/ and test-e2e/ combine them.',
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
      comment: 'No other code may import a service by its path.',
      severity: 'error',
      from: { pathNot: '^(services|deploy|test-e2e)/' },
      to: { path: '^services/' },
    },
    {
      name: 'nothing-imports-deploy',
      comment: 'deploy/ is the outermost layer. Only the end-to-end tests start what it builds.',
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
      name: 'client-imports-nothing',
      comment: 'The client has no dependencies and also runs in browsers.',
      severity: 'error',
      from: { path: '^clients/[^/]+/src/', pathNot: TEST_FILE },
      to: { pathNot: '^clients/[^/]+/src/' },
    },
    {
      name: 'examples-import-only-the-client',
      comment: 'Users copy the examples and have only the client installed.',
      severity: 'error',
      from: { path: '^examples/' },
      to: {
        path: ['^(libs|services|clients|deploy|tools|test-e2e)/', '@output-review/'],
        pathNot: CLIENT,
      },
    },
    {
      name: 'errors-imports-nothing',
      severity: 'error',
      from: { path: '^libs/errors/src/', pathNot: TEST_FILE },
      to: { pathNot: '^libs/errors/src/' },
    },
    {
      name: 'contracts-imports-only-errors',
      comment:
        'Of our workspaces it may import only errors. Its package.json limits the npm packages.',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: ['^libs/', '@output-review/'], pathNot: lib('errors|contracts') },
    },
    {
      name: 'embedded-postgres-imports-none-of-ours',
      severity: 'error',
      from: { path: '^libs/embedded-postgres/src/' },
      to: { path: ['^libs/', '@output-review/'], pathNot: lib('embedded-postgres') },
    },
    {
      name: 'runtime-imports-contracts-and-errors',
      comment: 'Exempt: tests and testing helpers, which also start PostgreSQL.',
      severity: 'error',
      from: {
        path: '^libs/runtime/',
        pathNot: [TEST_FILE, '^libs/runtime/src/testing/'],
      },
      to: { path: ['^libs/', '@output-review/'], pathNot: lib('errors|contracts|runtime') },
    },
    ...runtimeRules,
    {
      name: 'shared-kernel-stands-on-runtime',
      severity: 'error',
      from: { path: '^libs/shared-kernel/src/', pathNot: TEST_FILE },
      to: {
        path: ['^libs/', '@output-review/'],
        pathNot: lib('errors|contracts|runtime|shared-kernel'),
      },
    },
    ...sliceRules,
    {
      name: 'pure-files-are-pure',
      comment:
        'Pure files import only each other, contracts, errors and packages without I/O. Hashing is allowed.',
      severity: 'error',
      from: { path: '\\.pure\\.ts$' },
      to: {
        pathNot: [
          '\\.pure\\.ts$',
          ENGINE,
          '^(node:)?crypto$',
          ...lib('contracts|errors'),
          ...TEXT_FUNCTIONS,
          ...PURE_PACKAGES,
        ],
      },
    },
    {
      name: 'engine-is-pure',
      comment: 'Rules and their results use no database, no network and no clock.',
      severity: 'error',
      from: { path: ENGINE, pathNot: TEST_FILE },
      to: {
        pathNot: [
          ENGINE,
          '^(node:)?(crypto|net)$',
          ...lib('contracts|errors'),
          ...TEXT_FUNCTIONS,
          '(^|/)node_modules/(@types/)?(ajv|re2|re2js)/',
          OPTIONAL,
        ],
      },
    },
    {
      name: 'sql-knows-no-edge',
      severity: 'error',
      from: { path: '\\.sql\\.ts$' },
      to: {
        path: '/(routes|consumers|jobs|context|service|main|config)\\.ts$',
      },
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
      comment:
        'It has no maintainer. Two files and the intruders of two tests may import it, so that it can be replaced.',
      severity: 'error',
      from: {
        pathNot: [
          '^libs/runtime/src/messaging/kafka/kafka-(admin|client)\\.ts$',
          '^test-e2e/harness/secured-stack\\.ts$',
          '^deploy/compose/test/print-refusals\\.js$',
        ],
      },
      to: { path: '(^|/)kafkajs(/|$)' },
    },
    {
      name: 'minio-behind-one-file',
      comment: 'It holds files in memory and has no deadlines. One file hides that from the rest.',
      severity: 'error',
      from: { pathNot: '^services/media/src/object-store/s3/bucket-client\\.ts$' },
      to: { path: '(^|/)node_modules/minio/' },
    },
    {
      name: 'declared-only',
      comment: 'A workspace declares what it imports in its own package.json.',
      severity: 'error',
      from: { path: '^(services|libs|clients|deploy|tools|examples)/', pathNot: TEST_FILE },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: OPTIONAL },
    },
    {
      name: 'declared-only-in-tests',
      comment: 'The test tools are declared once, in the root.',
      severity: 'error',
      from: { path: TEST_FILE },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'],
        pathNot: 'node_modules/(axe-core|@jest/globals|@playwright/test|nock|standardwebhooks)/',
      },
    },
    {
      name: 'resolvable',
      comment: 'Other rules cannot see an import that does not resolve.',
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
      comment: 'A file is named after its single purpose.',
      severity: 'error',
      from: {},
      to: {
        path: '^(libs|services|clients|deploy|tools|test-e2e|examples)/.*/(utils?|helpers?|common|misc|manager)(\\.ts$|/)',
      },
    },
  ],
  options: {
    preserveSymlinks: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Anchored, so that the dist of packages in node_modules stays visible.
    exclude: { path: '^((libs|services|clients|deploy)/[^/]+|tools|test-e2e)/dist/' },
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@output-review/source', 'import', 'node', 'default'],
    },
  },
};
