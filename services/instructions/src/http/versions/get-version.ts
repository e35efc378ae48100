import { getInstructionsVersion } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';
import { presentVersion } from './present-version.ts';

export const makeGetVersionRoute = ({ askingFor, findVersion }: Actions): Route =>
  implement(getInstructionsVersion, async ({ params, query, ...request }) => {
    const asking = askingFor(callerOf(request));
    const { document, version, text } = await findVersion(asking, query, params.n);
    return { status: 200, body: { ...presentVersion(document, version), content: text } };
  });
