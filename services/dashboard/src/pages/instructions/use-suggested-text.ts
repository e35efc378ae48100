import { useDraft } from '../../decisions/use-draft.ts';
import type { Suggestion } from './document-queries.ts';

interface SuggestedText {
  /** As the model wrote it, or as somebody edited it since. */
  readonly text: string;
  readonly isEdited: boolean;
  readonly edit: (text: string) => void;
  /** Goes back to what the model wrote. */
  readonly undo: () => void;
}

/** The text of a suggestion, with what was edited in it kept in this tab. */
export function useSuggestedText({ id, content }: Suggestion): SuggestedText {
  const [edited, setEdited] = useDraft(`suggestion.${id}`);
  const drafted = content ?? '';
  const text = edited === '' ? drafted : edited;
  return {
    text,
    isEdited: text !== drafted,
    edit: setEdited,
    undo: () => setEdited(''),
  };
}
