import { INTERNAL_HEADERS, outputKey, type withdrawOutput } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { RequestOf } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import { actorOf, type OutputKey } from '../outputs/output.pure.ts';
import { lockOutputs } from '../outputs/outputs.sql.ts';
import { noSuchOutput } from '../outputs/seen.ts';
import { findConclusions } from './conclusions.sql.ts';
import { saveDecisions } from './decide.ts';
import { BARE_DECISION, withdraw } from './decisions.pure.ts';

/** Takes an output out of the queue for the automation that submitted it: it no longer needs a decision. */
export async function withdrawOne(
  ctx: Context,
  key: OutputKey,
  request: RequestOf<typeof withdrawOutput>,
): Promise<void> {
  requireSubmitter(request);
  const comment = request.body.reason ?? null;
  const wanted = { ...BARE_DECISION, decision: 'handled', comment } as const;
  await changeOutputs(ctx, async (tx) => {
    const [before] = await lockOutputs(tx, [key]);
    if (!before) throw noSuchOutput();
    const present = (await findConclusions(tx, [key])).get(outputKey(key)) ?? null;
    const by = { ...actorOf(request.principal), at: ctx.clock.now() };
    const after = withdraw({ output: before, present }, wanted, by);
    await saveDecisions(tx, after ? [{ before, after }] : [], { ...wanted, origin: request });
  });
}

function requireSubmitter({ principal, headers }: RequestOf<typeof withdrawOutput>): void {
  const isWorkspaceToken = principal.kind === 'token' && principal.name === null;
  if (isWorkspaceToken || headers[INTERNAL_HEADERS.isSubmitter] !== undefined) return;
  throw new AppError(
    'FORBIDDEN',
    'Another token submitted this output. Withdraw it with that one, or with the workspace token.',
  );
}
