import { job } from '../context.ts';
import { HELD_CALL_CHECKS } from './held-calls.ts';

export const checkHeldCalls = job({
  name: 'check held calls',
  everyMs: HELD_CALL_CHECKS.everyMs,
  run: ({ heldCalls }) => heldCalls.check(),
});
