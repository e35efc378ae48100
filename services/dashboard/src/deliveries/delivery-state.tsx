import { Ban, CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react';

import { Badge, type BadgeLooks } from '../components/badge.tsx';
import { Moment } from '../components/moment.tsx';
import type { Attempt, DeliveryState } from './queries.ts';
import { texts } from './texts.ts';

const STATES: BadgeLooks<DeliveryState> = {
  pending: { tone: 'neutral', icon: Clock },
  delivered: { tone: 'ok', icon: CircleCheck },
  retrying: { tone: 'warn', icon: RotateCw },
  dead: { tone: 'bad', icon: CircleX },
  superseded: { tone: 'neutral', icon: Ban },
};

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }) {
  return <Badge {...STATES[state]}>{texts.states[state]}</Badge>;
}

/** The attempts with their responses, oldest first. */
export function AttemptList({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className="text-sm text-soft">{texts.noAttempts}</p>;
  return (
    <ol className="space-y-4">
      {attempts.map((attempt, index) => (
        <AttemptItem key={`${attempt.at} ${index}`} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { at, status, error, latencyMs, answer } = attempt;
  const isGood = error === null;
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <li className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <Icon size={15} aria-hidden className={`shrink-0 ${isGood ? 'text-ok' : 'text-bad'}`} />
        <span className="min-w-0 font-medium break-words">{error ?? texts.answered(status)}</span>
        <span className="text-xs text-faint tabular-nums">{texts.took(latencyMs)}</span>
        <span className="ml-auto text-xs text-faint">
          <Moment at={at} isExact />
        </span>
      </p>
      {answer !== null && answer !== '' && (
        <pre
          tabIndex={0}
          aria-label={texts.answer}
          className="mt-2 max-h-48 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap"
        >
          {answer}
        </pre>
      )}
    </li>
  );
}
