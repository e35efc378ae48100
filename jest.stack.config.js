import shared from './jest.config.js';

/**
 * Tests on the real stack: `npm run test:stack`. The setup starts it in `.stack/test` and tells the tests
 * by the environment where everything is.
 *
 * @type {import('jest').Config}
 */
export default {
  ...shared,
  testMatch: [
    '<rootDir>/{libs,services,deploy,tools,test-e2e}/**/*.stack.test.ts',
    '<rootDir>/test-e2e/journeys/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/deploy/native/test/start-test-stack.ts',
  globalTeardown: '<rootDir>/deploy/native/test/stop-test-stack.ts',
  // The stack takes its share of the cores, and some tests start servers of their own beside it.
  maxWorkers: 1,
};
