import { useQuery } from '@tanstack/react-query';
import { CircleAlert, History, LoaderCircle } from 'lucide-react';

import { texts } from '../../texts.ts';
import { DismissButton } from './dismiss-button.tsx';
import {
  type CurrentText,
  notesQuery,
  type Suggestion,
  suggestionsQuery,
} from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { findOpenSuggestion } from './open-suggestion.ts';
import { StaleDraft } from './stale-draft.tsx';
import { SuggestionFrame } from './suggestion-frame.tsx';
import { SuggestionReview } from './suggestion-review.tsx';
import type { KeptTextDraft } from './use-text-draft.ts';

const { suggestions: words } = texts.instructions;

interface SuggestionCardProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
  readonly kept: KeptTextDraft;
}

/** What a model drafts, has drafted, or could not; nothing where nobody asked. */
export function SuggestionCard({ names, current, kept }: SuggestionCardProps) {
  const { data: suggestions = [] } = useQuery(suggestionsQuery(names));
  const { data: notes = [] } = useQuery(notesQuery(names));
  const suggestion = findOpenSuggestion(suggestions);
  if (!suggestion) return null;
  const { id, state, baseVersion } = suggestion;
  if (state === 'drafting') return <Drafting suggestion={suggestion} />;
  if (state === 'failed') return <Failed suggestion={suggestion} />;
  if (state === 'stale' || baseVersion !== current.version) {
    return <Stale {...{ suggestion, kept }} version={current.version} />;
  }
  return <SuggestionReview key={id} {...{ names, current, notes, suggestion }} />;
}

function Drafting({ suggestion }: { readonly suggestion: Suggestion }) {
  return (
    <SuggestionFrame
      suggestion={suggestion}
      title={words.drafting}
      actions={<DismissButton id={suggestion.id} text={words.stop} />}
    >
      <p role="status" className="flex items-center gap-2 text-sm text-soft">
        <LoaderCircle size={16} aria-hidden className="shrink-0 animate-spin text-accent" />
        {words.draftingText}
      </p>
    </SuggestionFrame>
  );
}

function Failed({ suggestion }: { readonly suggestion: Suggestion }) {
  return (
    <SuggestionFrame
      suggestion={suggestion}
      title={words.failed}
      actions={<DismissButton id={suggestion.id} text={words.putAway} />}
    >
      <div className="flex gap-2 text-sm">
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
        <div className="min-w-0">
          <p className="break-words">{suggestion.failure}</p>
          <p className="text-soft">{words.failedText}</p>
        </div>
      </div>
    </SuggestionFrame>
  );
}

interface StaleProps {
  readonly suggestion: Suggestion;
  /** The present one. */
  readonly version: number;
  readonly kept: KeptTextDraft;
}

function Stale({ suggestion, version, kept }: StaleProps) {
  return (
    <SuggestionFrame
      suggestion={suggestion}
      title={words.stale}
      actions={<DismissButton id={suggestion.id} text={words.putAway} />}
    >
      <div className="flex gap-2 text-sm">
        <History size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <div className="min-w-0 space-y-2">
          <p>{words.staleText(suggestion.baseVersion, version)}</p>
          <StaleDraft suggestion={suggestion} kept={kept} />
        </div>
      </div>
    </SuggestionFrame>
  );
}
