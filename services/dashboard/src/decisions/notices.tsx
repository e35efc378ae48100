import { Clock, UserRound, UsersRound } from 'lucide-react';

import { isAway, isElsewhere } from '../app/connection.ts';
import { useKeys } from '../app/keyboard.tsx';
import { useStore } from '../app/store.ts';
import { DecisionBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Moment } from '../components/moment.tsx';
import { PlainWords } from '../outputs/plain-text.tsx';
import type { Output } from '../outputs/queries.ts';
import { nameActor, texts as outputTexts } from '../outputs/texts.ts';
import { useHolder, useTakeOver } from './claim-keeper.ts';
import { useDecisionOutbox } from './decision-outbox.tsx';
import { asksForRedo, type HeldDecision } from './decision.ts';
import { heldDecisions } from './held-decisions.ts';
import { ReasonBadges } from './reasons.tsx';
import { texts } from './texts.ts';

/** Shows who decided what, and when; nothing without a decision. */
export function DecidedNotice({ output }: { readonly output: Output }) {
  const { humanDecision, decidedBy, decidedAt, comment, reasonIds } = output;
  if (humanDecision === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <DecisionBadge
        decision={humanDecision}
        isRedo={asksForRedo({ ...output, decision: humanDecision })}
      />
      <span className="text-soft">
        {texts.by(decidedBy === null ? texts.somebody : nameActor(decidedBy))}
      </span>
      {decidedAt !== null && (
        <span className="text-faint">
          <Moment at={decidedAt} />
        </span>
      )}
      <ReasonBadges ids={reasonIds} />
      {comment !== null && (
        <span className="min-w-0 break-words">
          “
          <bdi>
            <PlainWords text={comment} />
          </bdi>
          ”
        </span>
      )}
    </div>
  );
}

/** Shows a decision that is not sent yet. */
export function HeldNotice({ held }: { readonly held: HeldDecision }) {
  const outbox = useDecisionOutbox();
  const { outputId, decision, state } = held;
  const { soon, sending, waiting } = texts.held;
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-sm text-soft">
      <DecisionBadge decision={decision} isRedo={asksForRedo(held)} />
      {{ held: soon, sending, waiting }[state]}
      {state === 'held' && <Button onClick={() => outbox.undo(outputId)}>{texts.undo}</Button>}
    </div>
  );
}

/** Shows how many approvals an output has, and from whom; nothing if one person decides alone. */
export function ApprovalsNotice({ output }: { readonly output: Output }) {
  const { approvals } = output;
  if (!approvals) return null;
  const { given, needed } = approvals;
  const known = given.flatMap(({ by }) => by ?? []);
  const reason = whyNotApprove(output);
  return (
    <p role="status" className="flex w-full min-w-0 items-center gap-2 text-sm text-soft">
      <UsersRound size="1rem" className="shrink-0" aria-hidden />
      <span className="min-w-0 break-words">
        {outputTexts.approvals(given.length, needed)}
        {known.length > 0 && texts.approvedBy(known)}
        {reason !== null && <span className="block">{reason}</span>}
      </span>
    </p>
  );
}

/** Why the user may not approve an output; null if they may. */
function whyNotApprove({ mayNotApprove, approvals }: Output): string | null {
  if (mayNotApprove === null) return null;
  if (mayNotApprove !== 'group') return texts.mayNotApprove[mayNotApprove];
  const missing = (approvals?.groups ?? []).filter(({ isGiven }) => !isGiven);
  return texts.mayNotApprove.group(missing.map(({ name }) => name));
}

/** Shows who has claimed an output, instead of the buttons; nothing unless another person has. */
export function ClaimedNotice({ output }: { readonly output: Output }) {
  const by = useHolder(output);
  const takeOver = useTakeOver(output.id);
  useKeys(by === null ? {} : { t: takeOver });
  if (by === null) return null;
  return (
    <>
      <p role="status" className="flex min-w-0 items-center gap-2 text-sm text-soft">
        <UserRound size="1rem" className="shrink-0" aria-hidden />
        <span className="min-w-0 break-words">{texts.claimed.by(by)}</span>
      </p>
      <Button keyName="t" onClick={takeOver}>
        {texts.claimed.takeOver}
      </Button>
    </>
  );
}

/** Shows how many decisions wait, unless another banner explains it. */
export function WaitingNotice() {
  // Their own banner or dialog explains it.
  const isExplained = [useStore(isAway), useStore(isElsewhere)].includes(true);
  const waiting = useStore(heldDecisions).filter(({ state }) => state === 'waiting').length;
  return (
    <div role="status">
      {waiting > 0 && !isExplained && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
          <Clock size="1rem" className="shrink-0" aria-hidden />
          {texts.waiting(waiting)}
        </p>
      )}
    </div>
  );
}
