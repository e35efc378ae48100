import { compareInstructionsVersions } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { compareTexts } from '../../use-cases/versions/compare-texts.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';

export const makeCompareVersionsRoute = ({ askingFor, findVersion }: Actions): Route =>
  implement(compareInstructionsVersions, async ({ query, ...request }) => {
    const { from, to, ...names } = query;
    const asking = askingFor(callerOf(request));
    const { text: before } = await findVersion(asking, names, from);
    const { text: after } = await findVersion(asking, names, to);
    return { status: 200, body: { from, to, parts: compareTexts(before, after) } };
  });
