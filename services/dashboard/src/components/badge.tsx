import {
  Ban,
  Check,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Flag,
  FlaskConical,
  type LucideIcon,
  PencilLine,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { texts } from './texts.ts';

type BadgeTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad';

const TONES: Readonly<Record<BadgeTone, string>> = {
  neutral: 'bg-sunken text-soft',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly icon?: LucideIcon;
  /** Whether its text may wrap. */
  readonly canWrap?: boolean;
  readonly children: ReactNode;
}

/** A label whose colour, icon and text all carry the meaning. */
export function Badge({ tone = 'neutral', icon: Icon, canWrap = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 rounded px-1.5 py-px text-xs font-medium ${canWrap ? 'max-w-full min-w-0 wrap-anywhere' : 'whitespace-nowrap'} ${TONES[tone]}`}
    >
      {Icon && <Icon size="0.75rem" aria-hidden className="shrink-0" />}
      {children}
    </span>
  );
}

/** The looks of badges by state. */
export type BadgeLooks<State extends string> = Readonly<
  Record<State, { readonly tone: BadgeTone; readonly icon: LucideIcon }>
>;

type OutputStatus = keyof typeof texts.status;
type Decision = keyof typeof texts.decision;

const STATUS: BadgeLooks<OutputStatus> = {
  pending: { tone: 'neutral', icon: CircleDashed },
  pass: { tone: 'ok', icon: CircleCheck },
  flagged: { tone: 'warn', icon: Flag },
  error: { tone: 'bad', icon: CircleAlert },
};

export function StatusBadge({ status }: { readonly status: OutputStatus }) {
  return <Badge {...STATUS[status]}>{texts.status[status]}</Badge>;
}

/** Marks a passed output that was sampled for review. */
export function SampleBadge() {
  return (
    <Badge tone="accent" icon={FlaskConical}>
      {texts.sample}
    </Badge>
  );
}

const DECISION: BadgeLooks<Decision> = {
  approved: { tone: 'ok', icon: Check },
  rejected: { tone: 'bad', icon: X },
  changed: { tone: 'accent', icon: PencilLine },
  handled: { tone: 'neutral', icon: Ban },
};

interface DecisionBadgeProps {
  readonly decision: Decision;
  /** Whether the decision is known to be a redo. */
  readonly isRedo?: boolean;
}

export function DecisionBadge({ decision, isRedo = false }: DecisionBadgeProps) {
  return <Badge {...DECISION[decision]}>{isRedo ? texts.redo : texts.decision[decision]}</Badge>;
}
