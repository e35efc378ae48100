// Processes that tests start run the sources too: their parents have no flags for it to hand on.
const sources = new URL('test-e2e/run-source.js', import.meta.url);
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${sources} --conditions=@output-review/source`;

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: {
    customExportConditions: ['@output-review/source', 'node', 'node-addons'],
  },
  extensionsToTreatAsEsm: ['.ts'],
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
  maxWorkers: 2,
  // What a test waits for comes in its time; beside other work on few cores that is a long one.
  testTimeout: 60_000,
};
