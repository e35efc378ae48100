import {
  compareInstructionsVersions,
  getInstructionsVersion,
  getOrSeedInstructions,
  listInstructionsVersions,
  restoreInstructionsVersion,
  saveInstructionsVersion,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { findDocument } from '../documents/documents.ts';
import { compareTexts, presentVersion } from './versions.pure.ts';
import { listVersions } from './versions.sql.ts';
import { findText, getOrSeed, restoreVersion, saveVersion } from './versions.ts';

export const versionRoutes = [
  route(getOrSeedInstructions, getOrSeed),
  route(saveInstructionsVersion, saveVersion),
  route(restoreInstructionsVersion, restoreVersion),
  route(listInstructionsVersions, async (ctx, request) => {
    const found = await findDocument(ctx, request, request.query);
    const versions = await listVersions(ctx.db, found.key);
    return {
      status: 200,
      body: versions.map((version) => presentVersion({ ...found, version })),
    };
  }),
  route(getInstructionsVersion, async (ctx, request) => {
    const wanted = { ...request.query, n: request.params.n };
    const { text, ...found } = await findText(ctx, request, wanted);
    return { status: 200, body: { ...presentVersion(found), content: text } };
  }),
  route(compareInstructionsVersions, async (ctx, request) => {
    const { from, to, ...names } = request.query;
    const { text: before } = await findText(ctx, request, { ...names, n: from });
    const { text: after } = await findText(ctx, request, { ...names, n: to });
    return { status: 200, body: { from, to, parts: compareTexts(before, after) } };
  }),
];
