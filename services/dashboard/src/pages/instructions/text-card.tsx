import { Pencil } from 'lucide-react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { OutputText } from '../../outputs/output-text.tsx';
import { texts } from '../../texts.ts';
import type { CurrentText } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { draftFrom } from './text-draft.ts';
import { TextEditor } from './text-editor.tsx';
import type { KeptTextDraft } from './use-text-draft.ts';

const { instructions: words } = texts;

interface TextCardProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
  readonly kept: KeptTextDraft;
}

/** The present text, or the next one while somebody writes it. */
export function TextCard({ names, current, kept: { draft, keep } }: TextCardProps) {
  const may = useMay();
  const mayWrite = may('saveInstructionsVersion');
  if (draft && mayWrite) return <TextEditor {...{ names, current, draft, keep }} />;
  return (
    <Card
      title={words.text}
      actions={
        mayWrite && (
          <Button size="small" icon={Pencil} onClick={() => keep(draftFrom(current))}>
            {texts.form.edit}
          </Button>
        )
      }
    >
      <OutputText
        key={current.version}
        title={words.versionN(current.version)}
        text={current.content}
      />
    </Card>
  );
}
