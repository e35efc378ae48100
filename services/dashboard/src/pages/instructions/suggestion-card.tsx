import { useQuery } from '@tanstack/react-query';
import { CircleAlert, History, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { type DocumentProps, notesQuery, type Suggestion, suggestionsQuery } from './queries.ts';
import { DismissButton, SuggestionFrame, SuggestionReview } from './suggestion-review.tsx';
import { findOpenSuggestion, type KeptTextDraft, useSuggestedText } from './text-draft.ts';
import { texts } from './texts.ts';

const words = texts.suggestions;

interface SuggestionCardProps extends DocumentProps {
  readonly kept: KeptTextDraft;
}

/** The open suggestion, in any state; nothing if there is none. */
export function SuggestionCard({ names, current, kept }: SuggestionCardProps) {
  const { data: suggestions = [] } = useQuery(suggestionsQuery(names));
  const { data: notes = [] } = useQuery(notesQuery(names));
  const suggestion = findOpenSuggestion(suggestions);
  if (!suggestion) return null;
  const { id, state, baseVersion } = suggestion;
  if (state === 'drafting') {
    return (
      <SuggestionFrame
        suggestion={suggestion}
        title={words.drafting}
        actions={<DismissButton id={id} text={words.stop} />}
      >
        <p role="status" className="flex items-center gap-2 text-sm text-soft">
          <LoaderCircle size="1rem" aria-hidden className="shrink-0 animate-spin text-accent" />
          {words.draftingText}
        </p>
      </SuggestionFrame>
    );
  }
  if (state === 'failed') {
    return (
      <ClosedSuggestion {...{ suggestion }} title={words.failed} icon={CircleAlert} tone="text-bad">
        <div className="min-w-0">
          <p className="break-words">{suggestion.failure}</p>
          <p className="text-soft">{words.failedText}</p>
        </div>
      </ClosedSuggestion>
    );
  }
  if (state === 'stale' || baseVersion !== current.version) {
    return (
      <ClosedSuggestion {...{ suggestion }} title={words.stale} icon={History} tone="text-warn">
        <div className="min-w-0 space-y-2">
          <p>{words.staleText(baseVersion, current.version)}</p>
          <StaleDraft suggestion={suggestion} kept={kept} />
        </div>
      </ClosedSuggestion>
    );
  }
  return <SuggestionReview key={id} {...{ names, current, notes, suggestion }} />;
}

interface ClosedSuggestionProps {
  readonly suggestion: Suggestion;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly children: ReactNode;
}

/** A failed or outdated suggestion, shown until it is dismissed. */
function ClosedSuggestion(props: ClosedSuggestionProps) {
  const { suggestion, title, icon: Icon, tone, children } = props;
  return (
    <SuggestionFrame
      suggestion={suggestion}
      title={title}
      actions={<DismissButton id={suggestion.id} text={words.putAway} />}
    >
      <div className="flex gap-2 text-sm">
        <Icon size="1rem" aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
        {children}
      </div>
    </SuggestionFrame>
  );
}

interface StaleDraftProps {
  readonly suggestion: Suggestion;
  readonly kept: KeptTextDraft;
}

/** Opens an outdated draft in the editor, as written or as edited, next to the versions saved since. */
function StaleDraft({ suggestion, kept: { draft, keep } }: StaleDraftProps) {
  const may = useMay();
  const { text } = useSuggestedText(suggestion);
  const { baseVersion, noteRefs } = suggestion;
  // Do not overwrite a draft that is open in the editor.
  if (!may('saveInstructionsVersion') || text === '' || draft) return null;
  return (
    <Button size="small" onClick={() => keep({ baseVersion, text, reason: '', noteRefs })}>
      {words.takeOver}
    </Button>
  );
}
