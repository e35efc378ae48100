import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { DismissButton } from './dismiss-button.tsx';
import {
  type CurrentText,
  type Note,
  type Suggestion,
  useRefreshInstructions,
  useShowSaved,
} from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { SuggestedChanges } from './suggested-changes.tsx';
import { SuggestedTextView } from './suggested-text-view.tsx';
import { SuggestionFrame } from './suggestion-frame.tsx';
import { isTextTooLong } from './text-length.ts';
import { useSuggestedText } from './use-suggested-text.ts';

const { suggestions: words } = texts.instructions;

interface SuggestionReviewProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
  /** Those that are still queued. */
  readonly notes: readonly Note[];
  readonly suggestion: Suggestion;
}

/** A draft that waits: what it changes and why, to be edited, accepted or dismissed. */
export function SuggestionReview({ names, current, notes, suggestion }: SuggestionReviewProps) {
  const may = useMay();
  const suggested = useSuggestedText(suggestion);
  const { text, isEdited } = suggested;
  const accept = useAccept({ names, suggestion, content: isEdited ? text : null });
  const isTooLong = isTextTooLong(text);
  return (
    <SuggestionFrame
      suggestion={suggestion}
      title={words.title(current.version + 1)}
      actions={
        <>
          <DismissButton id={suggestion.id} text={words.dismiss} isAsking />
          {may('acceptSuggestion') && (
            <Button
              size="small"
              tone="primary"
              icon={Check}
              isBusy={accept.isPending}
              disabled={isTooLong || text.trim() === ''}
              onClick={() => accept.mutate()}
            >
              {isEdited ? words.acceptEdited : words.accept}
            </Button>
          )}
        </>
      }
    >
      {accept.error && <FailureNotice error={accept.error} />}
      <SuggestedChanges changes={suggestion.changes} notes={notes} />
      <SuggestedTextView before={current.content} suggested={suggested} />
      {isTooLong && <p className="text-sm text-bad">{texts.instructions.tooLong}</p>}
    </SuggestionFrame>
  );
}

interface Accepting {
  readonly names: DocumentNames;
  readonly suggestion: Suggestion;
  /** Null: as the model wrote it. */
  readonly content: string | null;
}

function useAccept({ names, suggestion: { id }, content }: Accepting) {
  const show = useShowSaved(names);
  const refresh = useRefreshInstructions();
  return useMutation({
    mutationFn: () => {
      const body = content === null ? {} : { content };
      const params = { path: { id } };
      return take(api.POST('/api/instructions/suggestions/{id}/accept', { params, body }));
    },
    onSuccess: (saved) => {
      showToast(words.accepted(saved.version));
      return show(saved);
    },
    onError: async (error) => {
      // Shown as stale then, with what was edited.
      if (error instanceof ApiFailure && error.code === 'STALE_DRAFT') await refresh();
    },
  });
}
