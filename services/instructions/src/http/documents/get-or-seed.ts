import { getOrSeedInstructions, type WorkspacePrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import { authorOf } from '../../domain/author.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';
import { activeInstructions } from '../versions/active-instructions.ts';
import { presentDocument } from './present-document.ts';

export const makeGetOrSeedRoute = ({ askingFor, getOrSeed, documents }: Actions): Route =>
  implement(getOrSeedInstructions, async ({ body, ...request }) => {
    const { project, task, default: defaultText = null } = body;
    if (defaultText !== null) refuseReader(request.principal);
    const asking = askingFor(callerOf(request));
    const by = authorOf(request.principal);
    const found = await getOrSeed(asking, { project, task, defaultText }, by);
    const text = await documents.readText(found.place.key, found.version.version);
    return {
      status: 200,
      body: presentDocument({ ...found, ...found.place }, text),
      headers: activeInstructions(found.place.key, found.version),
    };
  });

/** Whether it would seed depends on who else comes, so who may only read may send no default at all. */
function refuseReader(principal: WorkspacePrincipal): void {
  if (principal.kind === 'user' || principal.scopes.includes('submit')) return;
  throw new AppError('FORBIDDEN', 'A token that may only read may not send a default.');
}
