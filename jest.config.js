// Node loads the tests, and whatever they import, from the sources; so do the processes that they start, whose
// parents have no flags for it to hand on.
const sources = new URL('test-runner/run-source.js', import.meta.url);
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${sources} --conditions=@output-review/source`;

const shared = {
  testEnvironment: '<rootDir>/test-runner/environment.js',
  testRunner: '<rootDir>/test-runner/test-runner.js',
  // Only for what jest itself loads: the set-up of a run.
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2023',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testPathIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['/dist/'],
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...shared,
      displayName: 'local',
      testMatch: ['<rootDir>/{libs,services,clients,deploy,tools,test-e2e}/**/*.test.ts'],
      testPathIgnorePatterns: [
        ...['/node_modules/', '/test-e2e/examples/'],
        '\\.(stack|deploy|compose|cluster|upgrade)\\.test\\.ts$',
      ],
      globalSetup: '<rootDir>/libs/runtime/src/testing/start-postgres.ts',
      globalTeardown: '<rootDir>/libs/runtime/src/testing/stop-postgres.ts',
    },
    {
      ...shared,
      // On the real servers, which the setup starts in `.stack/test`.
      displayName: 'stack',
      testMatch: [
        '<rootDir>/{libs,services,deploy,tools,test-e2e}/**/*.stack.test.ts',
        '<rootDir>/test-e2e/journeys/*.test.ts',
      ],
      globalSetup: '<rootDir>/deploy/native/test/start-test-stack.ts',
      globalTeardown: '<rootDir>/deploy/native/test/stop-test-stack.ts',
    },
    {
      ...shared,
      // On containers of docker-compose.yml, which the setup builds and starts.
      displayName: 'compose',
      testMatch: [
        '<rootDir>/deploy/compose/test/*.compose.test.ts',
        '<rootDir>/test-e2e/journeys/*.test.ts',
      ],
      globalSetup: '<rootDir>/deploy/compose/test/trial/start-compose.ts',
      globalTeardown: '<rootDir>/deploy/compose/test/trial/stop-compose.ts',
    },
    {
      ...shared,
      // Each example as a process, on a service that the test starts.
      displayName: 'examples',
      testMatch: ['<rootDir>/test-e2e/examples/*.test.ts'],
    },
    {
      ...shared,
      // From releases before, which it installs, to this one.
      displayName: 'upgrade',
      testMatch: ['<rootDir>/test-e2e/upgrade/*.upgrade.test.ts'],
    },
    {
      ...shared,
      // Of what is deployed, by programs of Go and Python.
      displayName: 'deploy',
      testMatch: ['<rootDir>/deploy/**/*.deploy.test.ts'],
    },
    {
      ...shared,
      // On a Kubernetes without nodes, which each file starts.
      displayName: 'cluster',
      testMatch: ['<rootDir>/deploy/kubernetes/test/cluster/*.cluster.test.ts'],
    },
  ],
  // More than two cores: half of the time of a test is waiting. On servers that tests share, one at a time.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test-runner/longest-first.js',
  reporters: ['default', '<rootDir>/test-runner/fail-on-warnings.js'],
  // What a test waits for comes in its time; beside other work on few cores that is a long one.
  testTimeout: 60_000,
  // A worker keeps what its files have imported, about 400 MB; more than this is a leak. Where there is a
  // limit, a single file has a worker too.
  workerIdleMemoryLimit: '1GB',
  // One that does not end by itself hangs on to something; on a busy machine the others take their time too.
  workerGracefulExitTimeout: 30_000,
};
