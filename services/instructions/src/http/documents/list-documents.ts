import { listInstructions } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Actions } from '../actions.ts';
import { presentListed } from './present-document.ts';

export const makeListDocumentsRoute = ({ documents }: Actions): Route =>
  implement(listInstructions, async ({ principal }) => {
    const listed = await documents.list(principal.workspaceId);
    return { status: 200, body: listed.map(presentListed) };
  });
