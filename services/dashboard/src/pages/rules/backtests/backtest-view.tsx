import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, LoaderCircle } from 'lucide-react';

import { useChangeOf } from '../../../api/change.ts';
import { api, take } from '../../../api/client.ts';
import { useMay } from '../../../app/session.ts';
import { Badge, type BadgeLooks } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { FailureNotice, Loaded } from '../../../components/loaded.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Card } from '../../../components/page.tsx';
import { showFailure, showToast } from '../../../components/toast-store.ts';
import { texts as ruleTexts } from '../texts.ts';
import { ApplyButtons, type ChangedRule } from './apply-buttons.tsx';
import { Figures } from './figures.tsx';
import { FlipsCard } from './flips-card.tsx';
import { type Backtest, backtestQuery, isActive } from './queries.ts';
import { describeScope } from './scope.ts';
import { texts } from './texts.ts';

interface BacktestViewProps {
  readonly id: string;
  /** The stored rule that was tested with changes; null if the tested rule is its own. */
  readonly changed?: ChangedRule | null;
  /** Whether a form is open next to it, which links must not leave. */
  readonly isBesideForm?: boolean;
  /** Whether the form has changed since the backtest started. */
  readonly hasLaterChanges?: boolean;
}

/** The progress and results of a backtest, and the actions on its rule. */
export function BacktestView(props: BacktestViewProps) {
  const { id, changed = null, isBesideForm = false, hasLaterChanges = false } = props;
  const query = useQuery(backtestQuery(id));
  return (
    <Loaded query={query} stale="alone">
      {(backtest) => {
        const { error, total, checked } = backtest;
        const isUnderWay = isActive(backtest);
        return (
          <div className="space-y-5">
            <Card
              title={isBesideForm ? texts.one : texts.figures.name}
              actions={isUnderWay ? <CancelButton id={id} /> : undefined}
            >
              <div className="space-y-4">
                <Facts backtest={backtest} />
                {error !== null && <FailureNotice error={new Error(error)} />}
                {(isUnderWay || checked < total) && <Progress {...{ checked, total }} />}
                {total === 0 && !isUnderWay ? (
                  <p className="text-sm text-soft">{texts.empty}</p>
                ) : (
                  <Figures backtest={backtest} />
                )}
                {!isUnderWay && <ApplyButtons {...{ backtest, changed, hasLaterChanges }} />}
              </div>
            </Card>
            {(total > 0 || isUnderWay) && (
              <FlipsCard backtest={backtest} opensTabs={isBesideForm} />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

const STATES: BadgeLooks<Backtest['state']> = {
  queued: { tone: 'neutral', icon: CircleDashed },
  running: { tone: 'accent', icon: LoaderCircle },
  done: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
  cancelled: { tone: 'neutral', icon: CircleSlash },
};

export function StateBadge({ state }: Pick<Backtest, 'state'>) {
  return <Badge {...STATES[state]}>{texts.states[state]}</Badge>;
}

/** The tested rule, its outputs, and who started it. */
function Facts({ backtest }: { readonly backtest: Backtest }) {
  const { state, rule, ruleVersion, filter, max, createdBy, createdAt } = backtest;
  return (
    <div className="space-y-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateBadge state={state} />
        <Badge>{ruleTexts.types[rule.type].name}</Badge>
        <span className="text-soft">
          {ruleVersion === null ? texts.draft : texts.version(ruleVersion)},{' '}
          {texts.startedBy(createdBy)} <Moment at={createdAt} />
        </span>
      </p>
      {rule.value !== '' && (
        <pre className="max-h-32 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap">
          {rule.value}
        </pre>
      )}
      <p className="text-xs text-faint">
        {texts.newest(max)} · <ScopeText filter={filter} />
      </p>
    </div>
  );
}

function Progress({ checked, total }: Pick<Backtest, 'checked' | 'total'>) {
  const text = texts.progress(checked, total);
  return (
    <div>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={checked}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent-fill transition-[width]"
          style={{ width: `${total === 0 ? 0 : (checked / total) * 100}%` }}
        />
      </div>
      <p className="mt-1 text-xs text-soft tabular-nums">{text}</p>
    </div>
  );
}

function CancelButton({ id }: { readonly id: string }) {
  const may = useMay();
  const cancel = useChangeOf(['backtests'], {
    mutationFn: () => take(api.DELETE('/api/rules/backtests/{id}', { params: { path: { id } } })),
    onSuccess: () => showToast(texts.cancelled),
    onError: showFailure,
  });
  if (!may('cancelBacktest')) return null;
  return (
    <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
      {texts.cancel}
    </Button>
  );
}

/** The outputs of a backtest, as text. */
export function ScopeText({ filter }: { readonly filter: string }) {
  const filters = describeScope(filter);
  return <span>{filters.length === 0 ? texts.list.allOutputs : filters.join(' · ')}</span>;
}
