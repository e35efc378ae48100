import { BookOpenText } from 'lucide-react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { texts } from '../../texts.ts';
import type { DocumentNames } from './document-search.ts';
import { draftFrom } from './text-draft.ts';
import { TextEditor } from './text-editor.tsx';
import { useTextDraft } from './use-text-draft.ts';

const { instructions: words } = texts;

/** Where there are no instructions yet: who may writes the first. */
export function FirstVersion({ names }: { readonly names: DocumentNames }) {
  const may = useMay();
  const { draft, keep } = useTextDraft(names);
  if (draft && may('saveInstructionsVersion')) {
    return <TextEditor names={names} current={null} draft={draft} keep={keep} />;
  }
  return (
    <EmptyState icon={BookOpenText} title={words.none} text={words.noneText}>
      {may('saveInstructionsVersion') && (
        <Button tone="primary" onClick={() => keep(draftFrom(null))}>
          {words.writeFirst}
        </Button>
      )}
    </EmptyState>
  );
}
