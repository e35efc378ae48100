// The steps of each run, in order. An array holds lanes that run in parallel. Background steps run one after the other
// at low priority, alongside the steps that follow. A step that `needs` a background step waits for it.

const MINUTE_MS = 60_000;

const npm = (...args) => ['npm', ...args];

const packages = {
  name: 'system packages',
  command: ['node', '.ci/install-packages.js'],
  isBackground: true,
  timeoutMs: 10 * MINUTE_MS,
};

const install = {
  name: 'npm ci',
  command: ['node', '.ci/install-npm.js'],
  // Nothing else can run without the packages.
  isVital: true,
  timeoutMs: 10 * MINUTE_MS,
};

const installing = (name, file, ...args) => ({
  name,
  command: [
    'node',
    '--import=./test-runner/run-source.js',
    '--conditions=@output-review/source',
    ...[file, ...args],
  ],
  isBackground: true,
  needs: ['system packages'],
  timeoutMs: 30 * MINUTE_MS,
});
const chartTools = installing('tools of the chart', 'deploy/kubernetes/test/tools/install.ts');
const serversFile = 'deploy/native/test/install-servers.ts';
const servers = installing('servers of the stack', serversFile);
const allServers = installing('servers of the stack', serversFile, 'all');
const cluster = {
  ...installing('programs of the cluster', 'deploy/kubernetes/test/cluster/install.ts'),
  // Kubernetes and KEDA are large.
  timeoutMs: 90 * MINUTE_MS,
};

const checking = {
  name: 'npm run check',
  command: npm('run', 'check'),
  timeoutMs: 10 * MINUTE_MS,
};

const jest = (name, needs = [], timeoutMs = 40 * MINUTE_MS) => ({
  name,
  command: [...npm(...name.split(' ').slice(1)), '--', '--ci', '--json'],
  tests: 'jest',
  needs,
  timeoutMs,
});
const tests = jest('npm test');
const examples = jest('npm run test:examples');
const deploy = jest('npm run check:deploy', ['tools of the chart']);
// Other jobs may share the machine, so the results are only informative and never fail the run.
const bench = {
  name: 'npm run bench -- --quick --rounds 1',
  command: npm('run', 'bench', '--', '--quick', '--rounds', '1'),
  isReport: true,
  timeoutMs: 10 * MINUTE_MS,
};

const alerts = {
  name: 'npm run check:alerts',
  command: npm('run', 'check:alerts'),
  needs: ['system packages'],
  timeoutMs: 5 * MINUTE_MS,
};
const browser = {
  name: 'npm run test:browser',
  command: npm('run', 'test:browser'),
  tests: 'playwright',
  needs: ['system packages'],
  timeoutMs: 20 * MINUTE_MS,
};
// The official MCP client for Python. A machine with only Node does not have it.
const mcpPython = {
  name: 'npm run test:mcp:python',
  command: npm('run', 'test:mcp:python'),
  needs: ['system packages'],
  timeoutMs: 5 * MINUTE_MS,
};
const pythonClient = {
  name: 'npm run test:clients:python',
  command: npm('run', 'test:clients:python'),
  tests: 'pytest',
  needs: ['system packages'],
  timeoutMs: 10 * MINUTE_MS,
};
const generated = (cases, timeoutMs) => ({
  name: `npm run test:generated -- --cases ${cases}`,
  command: npm('run', 'test:generated', '--', '--cases', `${cases}`),
  tests: 'pytest',
  needs: ['system packages'],
  timeoutMs,
});
// The journeys and the kill tests. npm run test:stack also has the faults of the stack and the tests that wait for
// minutes.
const stackShort = jest('npm run test:stack:short', ['servers of the stack']);
const stack = jest('npm run test:stack', ['servers of the stack']);
// Each old release needs its own `npm ci`, which takes minutes unless it is cached.
const upgrade = jest('npm run test:upgrade', ['servers of the stack'], 90 * MINUTE_MS);
const compose = jest('npm run test:compose:offline', ['servers of the stack']);
const clusterTests = jest('npm run test:cluster', [
  ...['tools of the chart', 'servers of the stack', 'programs of the cluster'],
]);

/** Each lane mostly waits and uses hardly more than one core. */
const lanes = (cases, timeoutMs, ...stackTests) => [
  stackTests,
  [pythonClient, deploy, examples, alerts, mcpPython, generated(cases, timeoutMs)],
];

export const LISTS = {
  'from-nothing': [
    ...[packages, install, chartTools, servers, checking, tests, browser],
    ...[lanes(2_000, 10 * MINUTE_MS, stackShort), bench],
  ],
  everything: [
    ...[packages, chartTools, allServers, cluster, checking, tests, browser],
    ...[lanes(10_000, 30 * MINUTE_MS, stack), upgrade, compose, clusterTests, bench],
  ],
};
