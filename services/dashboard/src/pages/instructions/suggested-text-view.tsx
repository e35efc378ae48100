import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { CodeEditor } from '../../components/code/code-editor.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { texts } from '../../texts.ts';
import type { useSuggestedText } from './use-suggested-text.ts';

const { suggestions: words } = texts.instructions;

interface SuggestedTextViewProps {
  /** The present text. */
  readonly before: string;
  readonly suggested: ReturnType<typeof useSuggestedText>;
}

const VIEWS = [
  { id: 'changes', text: words.whatChanges },
  { id: 'edit', text: texts.form.edit },
] as const;

/** The whole new text: what changes in it, or the text itself to be edited. */
export function SuggestedTextView({ before, suggested }: SuggestedTextViewProps) {
  const may = useMay();
  const [view, setView] = useState<(typeof VIEWS)[number]['id']>('changes');
  const { text, isEdited, edit, undo } = suggested;
  return (
    <div>
      <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-2">
        <h3 className="flex-1 text-sm">{words.newText}</h3>
        {isEdited && (
          <Button
            size="small"
            tone="quiet"
            onClick={() => {
              setView('changes');
              undo();
            }}
          >
            {words.undoEdits}
          </Button>
        )}
        {may('acceptSuggestion') && (
          <Segmented label={words.view} choices={VIEWS} chosen={view} onChoose={setView} />
        )}
      </div>
      {view === 'changes' ? (
        <DiffView before={before} after={text} />
      ) : (
        <CodeEditor
          label={words.newText}
          initial={text}
          language="markdown"
          onChange={edit}
          hasFocus
        />
      )}
    </div>
  );
}
