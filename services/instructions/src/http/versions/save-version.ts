import { saveInstructionsVersion } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { authorOf } from '../../domain/author.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';
import { presentSaved } from './present-saved.ts';

export const makeSaveVersionRoute = ({ askingFor, saveVersion, documents }: Actions): Route =>
  implement(saveInstructionsVersion, async ({ body, ...request }) => {
    const { project, task, content: text, baseVersion = 0, noteRefs = [] } = body;
    const { teachComment = null, logId = null } = body;
    const { name, source } = authorOf(request.principal);
    const saved = await saveVersion(askingFor(callerOf(request)), {
      ...{ project, task, text, noteRefs },
      // Tools that have no other way to leave a number out send 0.
      baseVersion: baseVersion === 0 ? null : baseVersion,
      origin: { source, createdBy: name, teachComment, logId },
    });
    return presentSaved(documents, saved, text);
  });
