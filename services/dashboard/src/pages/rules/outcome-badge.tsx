import { CircleAlert, CircleCheck, CircleX, type LucideIcon, SkipForward } from 'lucide-react';

import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { texts } from '../../texts.ts';

type Outcome = keyof typeof texts.rules.outcomes;

const LOOKS: Readonly<Record<Outcome, { tone: BadgeTone; icon: LucideIcon }>> = {
  passed: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  error: { tone: 'warn', icon: CircleAlert },
  skipped: { tone: 'neutral', icon: SkipForward },
};

export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  return <Badge {...LOOKS[outcome]}>{texts.rules.outcomes[outcome]}</Badge>;
}
