import { restoreInstructionsVersion } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { authorOf } from '../../domain/author.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';
import { presentSaved } from './present-saved.ts';

export const makeRestoreVersionRoute = ({ askingFor, restoreVersion, documents }: Actions): Route =>
  implement(restoreInstructionsVersion, async ({ params, body, ...request }) => {
    const asking = askingFor(callerOf(request));
    const wanted = { ...body, number: params.n };
    const { text, ...saved } = await restoreVersion(asking, wanted, authorOf(request.principal));
    return presentSaved(documents, saved, text);
  });
