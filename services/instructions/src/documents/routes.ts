import { getCurrentInstructions, listInstructions } from '@output-review/contracts';

import { route } from '../context.ts';
import { presentListed } from './documents.pure.ts';
import { listDocuments } from './documents.sql.ts';
import { getCurrent } from './documents.ts';

export const documentRoutes = [
  route(listInstructions, async ({ db }, { principal }) => {
    const listed = await listDocuments(db, principal.workspaceId);
    return { status: 200, body: listed.map(presentListed) };
  }),
  route(getCurrentInstructions, getCurrent),
];
