import { makeDeadLetterRoutes, type Route } from '@output-review/runtime';

import type { Actions } from './actions.ts';
import { makeGetCurrentRoute } from './documents/get-current.ts';
import { makeGetOrSeedRoute } from './documents/get-or-seed.ts';
import { makeListDocumentsRoute } from './documents/list-documents.ts';
import { makeListFeedbackRoute } from './feedback/list-feedback.ts';
import { makeQueueFeedbackRoute } from './feedback/queue-feedback.ts';
import { makeWithdrawFeedbackRoute } from './feedback/withdraw-feedback.ts';
import {
  makeCloseRegistryEntryRoute,
  makeReopenRegistryEntryRoute,
} from './internal/close-registry-entry.ts';
import { makeQueueLessonRoute } from './internal/queue-lesson.ts';
import { makeAcceptSuggestionRoute } from './suggestions/accept-suggestion.ts';
import { makeDismissSuggestionRoute } from './suggestions/dismiss-suggestion.ts';
import { makeListSuggestionsRoute } from './suggestions/list-suggestions.ts';
import { makeRequestSuggestionRoute } from './suggestions/request-suggestion.ts';
import { makeCompareVersionsRoute } from './versions/compare-versions.ts';
import { makeGetVersionRoute } from './versions/get-version.ts';
import { makeListVersionsRoute } from './versions/list-versions.ts';
import { makeRestoreVersionRoute } from './versions/restore-version.ts';
import { makeSaveVersionRoute } from './versions/save-version.ts';

/** Everything that the service answers. */
export function makeRoutes(actions: Actions): Route[] {
  return [
    makeListDocumentsRoute(actions),
    makeGetOrSeedRoute(actions),
    makeGetCurrentRoute(actions),
    makeSaveVersionRoute(actions),
    makeListVersionsRoute(actions),
    makeGetVersionRoute(actions),
    makeRestoreVersionRoute(actions),
    makeCompareVersionsRoute(actions),
    makeQueueFeedbackRoute(actions),
    makeWithdrawFeedbackRoute(actions),
    makeListFeedbackRoute(actions),
    makeRequestSuggestionRoute(actions),
    makeListSuggestionsRoute(actions),
    makeAcceptSuggestionRoute(actions),
    makeDismissSuggestionRoute(actions),
    makeCloseRegistryEntryRoute(actions),
    makeReopenRegistryEntryRoute(actions),
    makeQueueLessonRoute(actions),
    ...makeDeadLetterRoutes(actions),
  ];
}
