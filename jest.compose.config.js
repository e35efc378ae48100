import shared from './jest.config.js';

/**
 * Tests on containers: `npm run test:compose`. The setup builds the image and starts docker-compose.yml,
 * and tells the tests by the environment where it is.
 *
 * @type {import('jest').Config}
 */
export default {
  ...shared,
  testMatch: [
    '<rootDir>/deploy/compose/test/*.compose.test.ts',
    '<rootDir>/test-e2e/journeys/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/deploy/compose/test/trial/start-compose.ts',
  globalTeardown: '<rootDir>/deploy/compose/test/trial/stop-compose.ts',
  // One at a time: the tests that kill have the service for themselves.
  maxWorkers: 1,
  testTimeout: 60_000,
};
