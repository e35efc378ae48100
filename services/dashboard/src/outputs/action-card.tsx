import { Zap } from 'lucide-react';

import { texts } from '../texts.ts';
import { JsonView } from './json-view.tsx';
import { PlainWords } from './plain-words.tsx';
import type { Output } from './output-queries.ts';

/** A step that the AI wants to take, with all that it would take it with. */
export function ActionCard({ action }: { readonly action: NonNullable<Output['action']> }) {
  const { name, summary, params } = action;
  const hasParams = typeof params === 'object' && params !== null && Object.keys(params).length > 0;
  return (
    <section
      aria-label={texts.output.action}
      className="rounded-lg border border-line bg-raised p-4 shadow-card"
    >
      <div className="flex items-start gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
          <Zap size={16} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-xs text-faint">{texts.output.action}</p>
          <h3 className="font-mono text-sm break-words">
            <PlainWords text={name} />
          </h3>
          <p className="mt-1 text-sm break-words text-soft">
            <PlainWords text={summary} />
          </p>
        </div>
      </div>
      {hasParams && (
        <div className="mt-3">
          <JsonView label={texts.output.parameters} value={params} />
        </div>
      )}
    </section>
  );
}
