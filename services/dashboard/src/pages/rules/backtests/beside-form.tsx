import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../../components/button.tsx';
import {
  bodyOf,
  changeOf,
  draftOf,
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
  /** The form as it was tested. */
  readonly tested: RuleDraft;
  /** The stored rule that was tested with changes, and these. */
  readonly changed: ChangedRule | null;
}

interface StartButtonProps {
  readonly rule: Rule | null;
  /** As it was when the page opened. */
  readonly before: RuleDraft;
  readonly draft: RuleDraft;
  readonly onStarted: (backtest: StartedBacktest) => void;
}

/** Tests the rule as it stands in the form, which need not be stored. */
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

/** A rule that has no name yet is tested by that of its type. */
function draftBody(draft: RuleDraft): NonNullable<TestedRule['rule']> {
  const name = draft.name.trim() || ruleTexts.types[draft.type].name;
  return { ...bodyOf(draft), name, value: valueOf(draft) };
}

function isSame(one: RuleDraft, other: RuleDraft): boolean {
  const told = (draft: RuleDraft): string => JSON.stringify([bodyOf(draft), valueOf(draft)]);
  return told(one) === told(other);
}

interface BacktestBesideFormProps extends StartedBacktest {
  /** The form as it is now. */
  readonly draft: RuleDraft;
}

/** What the backtest says that was just started; on a narrow page it would be out of sight. */
export function BacktestBesideForm({ id, tested, changed, draft }: BacktestBesideFormProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { isSuccess } = useQuery(backtestQuery(id));
  // Before it is loaded there is too little below it to scroll to.
  useEffect(() => {
    if (isSuccess) ref.current?.scrollIntoView({ block: 'start' });
  }, [isSuccess]);
  return (
    <div ref={ref} className="scroll-mt-4">
      <BacktestView {...{ id, changed }} isBesideForm hasLaterChanges={!isSame(tested, draft)} />
    </div>
  );
}
