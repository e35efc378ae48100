import { TOPICS } from '@output-review/contracts';
import {
  type Database,
  makeDeadLetterRoutes,
  makeDeadLetters,
  makeReplayDeadLetters,
  type Route,
} from '@output-review/runtime';

import { makeReplaySwitchedOff } from './consumers/destinations-switched-off.ts';
import { makeReplayVersion } from './consumers/instructions-changed.ts';
import { makeReplayDeletion } from './consumers/outputs-deleted.ts';
import { recordVersions } from './store/instructions/record-versions.ts';
import { markDeleted } from './store/submissions/mark-deleted.ts';
import type { TellAdmins } from './use-cases/people/tell-admins.ts';

/** Lists what the gateway has set aside, and handles it again. */
export function makeOwnDeadLetterRoutes(
  database: Database,
  tellAdmins: TellAdmins,
): readonly Route[] {
  const deadLetters = makeDeadLetters(database);
  const replayDeletion = makeReplayDeletion((keys) => markDeleted(database, keys));
  const handlers = {
    [TOPICS.outputsDeleted]: replayDeletion,
    [TOPICS.instructionsChanged]: makeReplayVersion((told) => recordVersions(database, told)),
    [TOPICS.destinationsSwitchedOff]: makeReplaySwitchedOff(tellAdmins),
  };
  return makeDeadLetterRoutes({
    deadLetters,
    replay: makeReplayDeadLetters({ deadLetters, handlers }),
  });
}
