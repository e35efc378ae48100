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
import { getOrSeed, requireText, restoreVersion, saveVersion } from './versions.ts';

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
    const found = await findDocument(ctx, request, request.query);
    const { version, text } = await requireText(ctx.db, found.key, request.params.n);
    return { status: 200, body: { ...presentVersion({ ...found, version }), content: text } };
  }),
  route(compareInstructionsVersions, async (ctx, request) => {
    const { from, to, ...names } = request.query;
    const { key } = await findDocument(ctx, request, names);
    const before = await requireText(ctx.db, key, from);
    const after = await requireText(ctx.db, key, to);
    return { status: 200, body: { from, to, parts: await compareTexts(before.text, after.text) } };
  }),
];
