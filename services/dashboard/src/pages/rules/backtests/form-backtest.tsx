import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../../components/button.tsx';
import {
  bodyOf,
  changeOf,
  draftOf,
  isSame,
  isValueGiven,
  type Rule,
  type RuleDraft,
  valueOf,
} from '../rule-draft.ts';
import { texts as ruleTexts } from '../texts.ts';
import type { ChangedRule } from './apply-buttons.tsx';
import { BacktestView } from './backtest-view.tsx';
import { backtestQuery, type TestedRule } from './queries.ts';
import { StartDialog } from './start-dialog.tsx';
import { texts } from './texts.ts';

export interface StartedBacktest {
  readonly id: string;
  /** The form when it was tested. */
  readonly tested: RuleDraft;
  /** The stored rule that was tested with changes, and the changes. */
  readonly changed: ChangedRule | null;
}

interface StartButtonProps {
  readonly rule: Rule | null;
  /** The draft when the page opened. */
  readonly before: RuleDraft;
  readonly draft: RuleDraft;
  readonly onStarted: (backtest: StartedBacktest) => void;
}

/** Starts a backtest of the rule in the form, saved or not. */
export function StartButton({ rule, before, draft, onStarted }: StartButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const isUnsaved = rule !== null && !isSame(draft, draftOf(rule));
  const start = (id: string): void => {
    setAsking(false);
    const changed = isUnsaved ? { id: rule.id, change: changeOf(before, draft) } : null;
    onStarted({ id, tested: draft, changed });
    void queryClient.invalidateQueries({ queryKey: ['backtests', 'list'] });
  };
  return (
    <>
      <Button icon={History} disabled={!isValueGiven(draft)} onClick={() => setAsking(true)}>
        {texts.start.button}
      </Button>
      {isAsking && (
        <StartDialog
          tested={rule && !isUnsaved ? { ruleId: rule.id } : { rule: draftBody(draft) }}
          isJudge={draft.type === 'llm_judge'}
          isUnsaved={isUnsaved}
          place={draft}
          onStarted={start}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** An unnamed rule is tested under the name of its type. */
function draftBody(draft: RuleDraft): NonNullable<TestedRule['rule']> {
  const name = draft.name.trim() || ruleTexts.types[draft.type].name;
  return { ...bodyOf(draft), name, value: valueOf(draft) };
}

interface BacktestBesideFormProps extends StartedBacktest {
  /** The current form. */
  readonly draft: RuleDraft;
}

/** Shows the backtest that was just started. On narrow screens, scrolls to it. */
export function BacktestBesideForm({ id, tested, changed, draft }: BacktestBesideFormProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { isSuccess } = useQuery(backtestQuery(id));
  // Scroll after loading: before that, the page is too short.
  useEffect(() => {
    if (isSuccess) ref.current?.scrollIntoView({ block: 'start' });
  }, [isSuccess]);
  return (
    <div ref={ref} className="scroll-mt-4">
      <BacktestView {...{ id, changed }} isBesideForm hasLaterChanges={!isSame(tested, draft)} />
    </div>
  );
}
