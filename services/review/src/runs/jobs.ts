import { job } from '../context.ts';
import { resendPendingOutputs } from './runs.ts';

export const resendPending = job({
  name: 'resend pending',
  everyMs: 60_000,
  run: resendPendingOutputs,
});
