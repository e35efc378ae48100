import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { ApiFailure } from '../../../api/client.ts';
import { useMay } from '../../../app/session.ts';
import { FormDialog } from '../../../components/dialog.tsx';
import { ChoiceField, DateRangeFields, TextField } from '../../../components/field.tsx';
import { faultOf } from '../../../components/form.tsx';
import { FailureNotice } from '../../../components/loaded.tsx';
import { PlaceFields } from '../../../components/place-fields.tsx';
import { formatUsd } from '../../../formats.ts';
import { FILTER_WORDS } from '../../../outputs/filter-words.ts';
import {
  backtestsQuery,
  estimateBacktest,
  isActive,
  startBacktest,
  type StartBody,
  type TestedRule,
} from './queries.ts';
import { EMPTY_SCOPE, filterOf, type Scope } from './scope.ts';
import { texts } from './texts.ts';

const words = texts.start;

// The default maximum; a judge costs money per output.
const MAX = { judge: '200', other: '10000' } as const;
const OUTPUTS_MAX = 100_000;

interface StartDialogProps {
  readonly tested: TestedRule;
  readonly isJudge: boolean;
  /** Whether the tested rule differs from the stored one. */
  readonly isUnsaved: boolean;
  /** The place where the rule applies, as the default scope. */
  readonly place: Pick<Scope, 'projectName' | 'taskName'>;
  readonly onStarted: (id: string) => void;
  readonly onClose: () => void;
}

/** Asks which outputs to test the rule on; for a judge, also its budget. */
export function StartDialog(props: StartDialogProps) {
  const { tested, isJudge, isUnsaved, place, onStarted, onClose } = props;
  const [scope, setScope] = useState<Scope>({ ...EMPTY_SCOPE, ...place });
  const [max, setMax] = useState<string>(isJudge ? MAX.judge : MAX.other);
  const { budget, setBudget, estimate, estimating, estimated } = useEstimate({ scope, max });
  const body: StartBody = { ...tested, filter: filterOf(scope), max: Number(max) };
  const isPriced = estimated !== null && estimated.costUsd !== null;
  const start = useMutation({
    mutationFn: () => startBacktest(isPriced ? { ...body, budgetUsd: Number(budget) } : body),
    onSuccess: onStarted,
  });
  const isAsking = isJudge && estimated === null;
  const error = isAsking ? estimating.error : start.error;
  return (
    <FormDialog
      title={words.title}
      description={words.why}
      size="wide"
      submitText={
        isAsking ? words.estimate : isJudge && !isPriced ? words.submitUnlimited : words.submit
      }
      isBusy={start.isPending}
      isReading={estimating.isPending}
      isReady={estimated?.total !== 0}
      onSubmit={() => (isAsking ? estimate(body) : start.mutate())}
      onClose={onClose}
    >
      {isUnsaved && <p className="text-sm text-warn">{words.unsaved}</p>}
      <ScopeFields scope={scope} onChange={(change) => setScope({ ...scope, ...change })} />
      <TextField
        label={words.max}
        hint={words.maxHint}
        type="number"
        required
        min={1}
        max={OUTPUTS_MAX}
        value={max}
        fault={faultOf(error, 'max')}
        onChange={({ target }) => setMax(target.value)}
      />
      {estimated && <EstimateNotice {...estimated} />}
      {isPriced && estimated.total > 0 && (
        <TextField
          label={words.budget}
          hint={words.budgetHint}
          type="number"
          required
          step="any"
          min={0}
          value={budget}
          fault={faultOf(start.error, 'budgetUsd')}
          onChange={({ target }) => setBudget(target.value)}
        />
      )}
      {error && <StartFailure error={error} />}
    </FormDialog>
  );
}

type Estimate = Awaited<ReturnType<typeof estimateBacktest>>;

interface Estimating {
  readonly key: string;
  readonly body: StartBody;
}

/** The estimated cost of a judge, valid for the scope that it was requested for. */
function useEstimate(asked: { readonly scope: Scope; readonly max: string }) {
  const [budget, setBudget] = useState('');
  const key = JSON.stringify(asked);
  const [known, setKnown] = useState<{ key: string; answer: Estimate } | null>(null);
  const estimating = useMutation({
    mutationFn: ({ body }: Estimating) => estimateBacktest(body),
    // For the scope requested then: the fields may have changed since.
    onSuccess: (answer, { key: askedKey }) => {
      setKnown({ key: askedKey, answer });
      if (answer.costUsd !== null) setBudget(budgetFor(answer.costUsd));
    },
  });
  const estimated = known?.key === key ? known.answer : null;
  const estimate = (body: StartBody): void => estimating.mutate({ key, body });
  return { budget, setBudget, estimate, estimating, estimated };
}

// Estimates are rough; 50 % more lets most backtests finish.
const BUDGET_FACTOR = 1.5;

const budgetFor = (costUsd: number): string =>
  (Math.max(1, Math.ceil(costUsd * BUDGET_FACTOR * 100)) / 100).toFixed(2);

function EstimateNotice({ total, costUsd }: Estimate) {
  const text =
    total === 0
      ? words.nothingFound
      : costUsd === null
        ? words.unpriced(total)
        : words.estimated(total, formatUsd(Number(costUsd.toPrecision(2))));
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2 text-sm">
      {text}
    </p>
  );
}

const choicesOf = (name: keyof Scope) =>
  Object.entries(FILTER_WORDS[name] ?? {}).map(([id, text]) => ({ id, text }));

interface ScopeFieldsProps {
  readonly scope: Scope;
  readonly onChange: (change: Partial<Scope>) => void;
}

/** The most used search filters for the outputs. */
function ScopeFields({ scope, onChange }: ScopeFieldsProps) {
  const hint = words.placeHint;
  return (
    <>
      <PlaceFields
        place={scope}
        hints={{ projectName: hint, taskName: hint }}
        onChange={onChange}
      />
      <div className="grid grid-cols-2 gap-4">
        <ChoiceField
          label={words.status}
          none={words.anyStatus}
          value={scope.status}
          choices={choicesOf('status')}
          onChoose={(status = '') => onChange({ status })}
        />
        <ChoiceField
          label={words.decision}
          none={words.anyDecision}
          value={scope.humanDecision}
          choices={choicesOf('humanDecision')}
          onChoose={(humanDecision = '') => onChange({ humanDecision })}
        />
        <DateRangeFields range={scope} onChange={onChange} />
      </div>
    </>
  );
}

const LINK = 'font-medium underline';

// Their errors are shown at their fields.
const OWN_FIELDS: ReadonlySet<string> = new Set(['max', 'budgetUsd']);

/** Explains why a backtest could not be started, with a link to continue. The form keeps its content. */
function StartFailure({ error }: { readonly error: Error }) {
  const may = useMay();
  if (!(error instanceof ApiFailure)) return <FailureNotice error={error} />;
  if (error.code === 'CONFLICT') {
    return (
      <FailureNotice error={error}>
        <ActiveLink />
      </FailureNotice>
    );
  }
  if (error.code === 'NO_MODEL_CONFIGURED') {
    return (
      <FailureNotice error={error}>
        {may('updateSettings') && (
          <Link to="/settings" target="_blank" className={LINK}>
            {words.toSettings} <span className="sr-only">{words.newTab}</span>
          </Link>
        )}
      </FailureNotice>
    );
  }
  const faults = Object.entries(error.fields).filter(([name]) => !OWN_FIELDS.has(name));
  const isAtFields = faults.length === 0 && Object.keys(error.fields).length > 0;
  if (isAtFields) return null;
  // The rule's own errors are more specific than the general message.
  const message = [...new Set(faults.map(([, fault]) => fault))].join(' ');
  return <FailureNotice error={message === '' ? error : new Error(message)} />;
}

/** Links to the running backtest, if it is still listed. */
function ActiveLink() {
  const { data } = useQuery({ ...backtestsQuery(null), staleTime: 0 });
  const active = data?.items.find(isActive);
  if (!active) return null;
  return (
    <Link to="/rules/backtests/$id" params={{ id: active.id }} target="_blank" className={LINK}>
      {words.viewActive} <span className="sr-only">{words.newTab}</span>
    </Link>
  );
}
