import { eventually } from '@output-review/runtime/testing';

import type { RuleEngine } from '../src/rule-process/rule-engine.ts';

/** Timeout of `untilProcessRuns`: a process started from sources compiles them first. */
export const START_MS_MAX = 120_000;

/** Waits until a process for costly checks answers, so that measurements exclude its start. */
export async function untilProcessRuns(engine: Pick<RuleEngine, 'findValueFault'>): Promise<void> {
  const slowToCompile = { type: 'regex_forbidden', value: '\\pL' } as const;
  await eventually(() => engine.findValueFault('workspace', slowToCompile), START_MS_MAX);
}
