import type { ReactNode } from 'react';

import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import type { Suggestion } from './document-queries.ts';

const { suggestions: words } = texts.instructions;

interface SuggestionFrameProps {
  readonly suggestion: Suggestion;
  readonly title: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A suggestion in whatever state: what it was made of, and by whose wish. */
export function SuggestionFrame(props: SuggestionFrameProps) {
  const { suggestion, title, actions, children } = props;
  const { baseVersion, noteRefs, createdBy, createdAt } = suggestion;
  return (
    <Card title={title} actions={<div className="flex flex-wrap gap-2">{actions}</div>}>
      <div className="space-y-4">
        {children}
        <p className="text-xs text-faint">
          {words.madeOf(baseVersion, noteRefs.length)} {words.askedBy(createdBy)},{' '}
          <Moment at={createdAt} />.
        </p>
      </div>
    </Card>
  );
}
