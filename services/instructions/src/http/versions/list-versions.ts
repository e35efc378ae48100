import { listInstructionsVersions } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { findDocument } from '../../use-cases/documents/read-document.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';
import { presentVersion } from './present-version.ts';

export const makeListVersionsRoute = ({ askingFor, documents }: Actions): Route =>
  implement(listInstructionsVersions, async ({ query, ...request }) => {
    const found = await findDocument(documents, askingFor(callerOf(request)), query);
    const versions = await documents.listVersions(found.place.key);
    return { status: 200, body: versions.map((version) => presentVersion(found, version)) };
  });
