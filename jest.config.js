// Node loads the tests, and whatever they import, from the sources; so do the processes that they start, whose
// parents have no flags for it to hand on.
const sources = new URL('test-e2e/run-source.js', import.meta.url);
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${sources} --conditions=@output-review/source`;

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test-runner/environment.js',
  testRunner: '<rootDir>/test-runner/test-runner.js',
  testSequencer: '<rootDir>/test-runner/longest-first.js',
  reporters: ['default', '<rootDir>/test-runner/fail-on-warnings.js'],
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
  testMatch: ['<rootDir>/{libs,services,deploy,tools,test-e2e}/**/*.test.ts'],
  // What needs real servers is run by `npm run test:stack`, what needs Helm by `npm run check:deploy`.
  testPathIgnorePatterns: ['/node_modules/', '\\.(stack|deploy|compose)\\.test\\.ts$'],
  modulePathIgnorePatterns: ['/dist/'],
  globalSetup: '<rootDir>/libs/runtime/src/testing/start-postgres.ts',
  globalTeardown: '<rootDir>/libs/runtime/src/testing/stop-postgres.ts',
  // More than two cores: half of the time of a test is waiting.
  maxWorkers: 3,
  // A worker keeps what its files have imported, about 400 MB; more than this is a leak. Where there is a
  // limit, a single file has a worker too.
  workerIdleMemoryLimit: '1GB',
  // What a test waits for comes in its time; beside other work on few cores that is a long one.
  testTimeout: 60_000,
};
