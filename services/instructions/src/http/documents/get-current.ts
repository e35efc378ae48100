import { getCurrentInstructions } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { findDocument } from '../../use-cases/documents/read-document.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';
import { activeInstructions } from '../versions/active-instructions.ts';
import { entityTagOf, hasTag } from './entity-tag.ts';
import { presentDocument } from './present-document.ts';

// Kept by whoever asks, but asked for again each time: a version holds from the answer that saved it.
const KEEP_AND_ASK = { 'Cache-Control': 'private, no-cache' };

export const makeGetCurrentRoute = ({ askingFor, documents }: Actions): Route =>
  implement(getCurrentInstructions, async ({ query, headers: sent, ...request }) => {
    const found = await findDocument(documents, askingFor(callerOf(request)), query);
    const named = { ...found, ...found.place };
    const tag = entityTagOf(named);
    const headers = {
      ...{ ETag: tag, ...KEEP_AND_ASK },
      ...activeInstructions(found.place.key, found.version),
    };
    if (hasTag(sent['if-none-match'], tag)) return { status: 304, body: null, headers };
    const text = await documents.readText(found.place.key, found.version.version);
    return { status: 200, body: presentDocument(named, text), headers };
  });
