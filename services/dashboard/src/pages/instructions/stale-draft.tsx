import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { texts } from '../../texts.ts';
import type { Suggestion } from './document-queries.ts';
import type { KeptTextDraft } from './use-text-draft.ts';
import { useSuggestedText } from './use-suggested-text.ts';

const { suggestions: words } = texts.instructions;

interface StaleDraftProps {
  readonly suggestion: Suggestion;
  readonly kept: KeptTextDraft;
}

/**
 * What a draft that came too late is still good for: the editor takes it, as it is or as somebody edited
 * it, beside what was saved meanwhile.
 */
export function StaleDraft({ suggestion, kept: { draft, keep } }: StaleDraftProps) {
  const may = useMay();
  const { text } = useSuggestedText(suggestion);
  const { baseVersion, noteRefs } = suggestion;
  // What somebody writes in the editor now is not to be overwritten.
  if (!may('saveInstructionsVersion') || text === '' || draft) return null;
  return (
    <Button size="small" onClick={() => keep({ baseVersion, text, reason: '', noteRefs })}>
      {words.takeOver}
    </Button>
  );
}
