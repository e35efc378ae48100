import { CircleAlert, CircleCheck, CircleSlash, CircleX } from 'lucide-react';

import { Badge, type BadgeLooks } from '../components/badge.tsx';
import { texts } from './texts.ts';

type Outcome = keyof typeof texts.outcomes;

const OUTCOMES: BadgeLooks<Outcome> = {
  passed: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  error: { tone: 'warn', icon: CircleAlert },
  skipped: { tone: 'neutral', icon: CircleSlash },
};

interface OutcomeBadgeProps {
  readonly outcome: Outcome;
  /** Of a rule in shadow: what it would have said. */
  readonly isShadow?: boolean;
}

/** How a rule ended on an output. */
export function OutcomeBadge({ outcome, isShadow = false }: OutcomeBadgeProps) {
  const words = isShadow ? texts.shadowOutcomes : texts.outcomes;
  return <Badge {...OUTCOMES[outcome]}>{words[outcome]}</Badge>;
}
