import { actorOf } from '../domain/actor.ts';
import { decide, type DecisionRequest } from '../domain/decide.ts';
import type { OutputKey } from '../domain/output.ts';
import type { Caller } from './caller.ts';
import type { Change, ChangeDeps } from './changes.ts';
import { saveDecisions } from './decide-output.ts';

export type SkipCode = 'NOT_FOUND' | 'STILL_EVALUATING' | 'ALREADY_DECIDED';

export interface BulkResult {
  readonly changedIds: readonly string[];
  readonly skipped: readonly { readonly id: string; readonly code: SkipCode }[];
}

/** Decides many outputs in one transaction; what cannot be decided is skipped and listed. */
export const makeDecideMany =
  ({ change, now }: ChangeDeps) =>
  (keys: readonly OutputKey[], request: DecisionRequest, caller: Caller): Promise<BulkResult> =>
    change(async (changes) => {
      const outputs = new Map((await changes.lock(keys)).map((each) => [each.id, each]));
      const by = { ...actorOf(caller.principal), at: now() };
      const decided: Change[] = [];
      const skipped: { id: string; code: SkipCode }[] = [];
      for (const { id } of keys) {
        const before = outputs.get(id);
        const code = before ? whyNot(before) : 'NOT_FOUND';
        if (!before || code !== null) {
          skipped.push({ id, code: code ?? 'NOT_FOUND' });
          continue;
        }
        const after = decide({ output: before, present: null }, request, by);
        if (after) decided.push({ before, after });
      }
      await saveDecisions(changes, decided, { ...request, origin: caller });
      return { changedIds: decided.map(({ after }) => after.id), skipped };
    });

function whyNot({
  status,
  decision,
}: {
  status: string;
  decision: object | null;
}): SkipCode | null {
  if (status === 'pending') return 'STILL_EVALUATING';
  return decision === null ? null : 'ALREADY_DECIDED';
}
