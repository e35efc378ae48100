import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { DecisionBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Suggestion } from './queries.ts';
import type { DocumentNames } from './search.ts';
import { groupOutputs, type OutputGroup } from './suggested-outputs.ts';
import { texts } from './texts.ts';

const words = texts.suggestions;

interface SuggestedOutputsProps {
  readonly names: DocumentNames;
  readonly suggestion: Suggestion;
}

/** The outputs that people rejected or corrected under the base version of a draft, most frequent first. */
export function SuggestedOutputs({ names, suggestion }: SuggestedOutputsProps) {
  const { outputs, decisions, baseVersion } = suggestion;
  if (outputs.length === 0) return null;
  const title = words.outputs(baseVersion);
  return (
    <section aria-label={title}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-sm">{title}</h3>
        {decisions && (
          <Decisions view={{ ...names, instructionsVersion: baseVersion }} {...{ decisions }} />
        )}
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {groupOutputs(outputs).map((group) => (
          <Group key={JSON.stringify([group.decision, group.rule])} group={group} />
        ))}
      </ul>
    </section>
  );
}

interface DecisionsProps {
  readonly view: DocumentNames & { readonly instructionsVersion: number };
  readonly decisions: NonNullable<Suggestion['decisions']>;
}

const SHOWN = ['changed', 'rejected', 'approved'] as const;

/** How people decided all outputs of the version, with links to the outputs. */
function Decisions({ view, decisions }: DecisionsProps) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs">
      {SHOWN.map((humanDecision) => (
        <li key={humanDecision}>
          <Link
            to="/outputs"
            search={{ ...view, humanDecision }}
            className="text-accent hover:underline"
          >
            {words.decided[humanDecision](decisions[humanDecision])}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Group({ group: { decision, rule, count, ids } }: { readonly group: OutputGroup }) {
  const label = rule === null ? words.noRuleFailed : words.failedRule(rule);
  const deleted = count - ids.length;
  return (
    <li className="grid gap-x-6 gap-y-2 p-3 text-sm md:grid-cols-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <DecisionBadge decision={decision} />
        <span className="min-w-0 break-words">{label}</span>
        <span className="text-xs text-faint tabular-nums">{words.count(count)}</span>
      </div>
      <div className="min-w-0 space-y-1">
        {ids.length > 0 && <OutputLinks label={label} ids={ids} />}
        {deleted > 0 && <p className="text-xs text-faint">{words.deleted(deleted)}</p>}
      </div>
    </li>
  );
}

// About as many as fit on one or two lines.
const LINKS_MAX = 6;

interface OutputLinksProps {
  readonly label: string;
  readonly ids: readonly string[];
}

/** Links to outputs by ID: the first few, and all on request. */
export function OutputLinks({ label, ids }: OutputLinksProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? ids : ids.slice(0, LINKS_MAX);
  return (
    <div className="min-w-0">
      <ul aria-label={label} className="flex flex-wrap gap-x-3 gap-y-1">
        {shown.map((id) => (
          <li key={id} className="min-w-0">
            <Link
              to="/outputs/$id"
              params={{ id }}
              title={id}
              className="block max-w-40 truncate text-sm text-accent underline"
            >
              {id}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < ids.length && (
        <Button size="small" tone="quiet" className="-ml-2" onClick={() => setWhole(true)}>
          {words.showAll(ids.length)}
        </Button>
      )}
    </div>
  );
}
