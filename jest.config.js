// Node loads the tests and their imports from source. NODE_OPTIONS passes that on to the processes that tests start.
const sources = new URL('test-runner/run-source.js', import.meta.url);
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${sources} --conditions=@output-review/source`;

const shared = {
  testEnvironment: '<rootDir>/test-runner/environment.js',
  testRunner: '<rootDir>/test-runner/test-runner.js',
  // Only for the files that jest itself loads: the global setup.
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
      // On real servers, which the setup starts in `.stack/test`.
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
      // Each example as a process, against a service that the test starts.
      displayName: 'examples',
      testMatch: ['<rootDir>/test-e2e/examples/*.test.ts'],
    },
    {
      ...shared,
      // Installs earlier releases and upgrades them to this one.
      displayName: 'upgrade',
      testMatch: ['<rootDir>/test-e2e/upgrade/*.upgrade.test.ts'],
    },
    {
      ...shared,
      // Checks the deployment files with Go and Python programs.
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
  // Three workers even on two cores, because tests wait half of their time. On shared servers they run one at a time.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test-runner/longest-first.js',
  reporters: ['default', '<rootDir>/test-runner/fail-on-warnings.js'],
  // A high limit: on few busy cores, an expected result may take long to arrive.
  testTimeout: 60_000,
  // A worker caches the modules of its files, about 400 MB. More than this is a leak. With a limit set, even a single
  // file gets a worker.
  workerIdleMemoryLimit: '1GB',
  // A worker that does not exit has an open handle. On a busy machine other workers are slow to exit too.
  workerGracefulExitTimeout: 30_000,
};
