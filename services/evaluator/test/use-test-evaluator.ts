import { afterAll, beforeAll } from '@jest/globals';

import { startTestEvaluator, type TestEvaluator } from './test-evaluator.ts';

/** An evaluator shared by all tests of a file. */
export function useTestEvaluator(...options: Parameters<typeof startTestEvaluator>): TestEvaluator {
  const evaluator = {} as TestEvaluator;
  beforeAll(async () => {
    Object.assign(evaluator, await startTestEvaluator(...options));
  });
  afterAll(() => evaluator.stop());
  return evaluator;
}
