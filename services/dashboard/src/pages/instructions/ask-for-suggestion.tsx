import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { texts } from '../../texts.ts';
import { suggestionsQuery, useRefreshInstructions } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { findOpenSuggestion } from './open-suggestion.ts';

const { instructions: words } = texts;

interface AskForSuggestionProps {
  readonly names: DocumentNames;
  readonly hasNotes: boolean;
}

/** Has a model draft the next version from the notes; not while a draft waits already. */
export function AskForSuggestion({ names, hasNotes }: AskForSuggestionProps) {
  const { data: suggestions = [] } = useQuery(suggestionsQuery(names));
  const refresh = useRefreshInstructions();
  const ask = useMutation({
    mutationFn: () => take(api.POST('/api/instructions/suggestions', { body: { ...names } })),
    onSettled: refresh,
  });
  const open = findOpenSuggestion(suggestions);
  if (!hasNotes || open?.state === 'drafting' || open?.state === 'ready') return null;
  const lacksModel = ask.error instanceof ApiFailure && ask.error.code === 'NO_MODEL_CONFIGURED';
  return (
    <div className="space-y-2">
      <Button icon={Sparkles} isBusy={ask.isPending} onClick={() => ask.mutate()}>
        {words.draft}
      </Button>
      <p className="text-xs text-faint">{words.draftHint}</p>
      {lacksModel ? <NoModel /> : ask.error && <FailureNotice error={ask.error} />}
    </div>
  );
}

function NoModel() {
  const may = useMay();
  return (
    <div role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-soft">
      <p>{words.noModel}</p>
      {may('updateSettings') && (
        <Link to="/settings" className="font-medium text-accent underline">
          {words.toSettings}
        </Link>
      )}
    </div>
  );
}
