import shared from './jest.config.js';

/**
 * Tests of what is deployed: `npm run check:deploy`. They need no server, but Go and Python where their
 * programs and schemas are not in the cache yet.
 *
 * @type {import('jest').Config}
 */
export default {
  ...shared,
  testMatch: ['<rootDir>/deploy/**/*.deploy.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: undefined,
  globalTeardown: undefined,
  // Two that find nothing in the cache would build the same programs twice.
  maxWorkers: 1,
  // Each runs Helm or kubeconform, seconds where nothing else does and much more on a busy machine.
  testTimeout: 180_000,
};
