import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { api, ApiFailure, type BodyOf, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { FailureNotice } from '../../components/loaded.tsx';
import { Card } from '../../components/page.tsx';
import { formatSince } from '../../formats.ts';
import { outputQuery } from '../../outputs/queries.ts';
import { OutcomeBadge } from '../../outputs/rule-findings.tsx';
import { texts as outputTexts } from '../../outputs/texts.ts';
import { bodyOf, isValueGiven, type RuleDraft, type RuleType, valueOf } from './rule-draft.ts';
import { texts } from './texts.ts';

/** Tries the rule in the form on a text or an output. Nothing is stored. */
export function DryRun({ draft }: { readonly draft: RuleDraft }) {
  const [sample, setSample] = useState<Sample | null>(null);
  const { query, isJudge, isReady, run } = useDryRun(draft, sample);
  // The previous result is kept during loading, but must not be shown for a sample that cannot be tried.
  const applied = isReady ? query.data?.appliedRules[0] : undefined;
  return (
    <Card
      title={texts.tryIt}
      actions={
        isJudge && (
          <Button
            size="small"
            icon={Play}
            isBusy={query.isFetching}
            disabled={!isReady}
            onClick={run}
          >
            {texts.askJudge}
          </Button>
        )
      }
    >
      <div className="space-y-4">
        <SampleFields type={draft.type} onChange={setSample} />
        <div role="status" className="min-h-14 rounded-md bg-sunken p-3 text-sm">
          {isReady && query.isError ? (
            <DryRunFailure error={query.error} onRetry={run} />
          ) : applied ? (
            <div className="space-y-1.5">
              <OutcomeBadge outcome={applied.outcome} />
              <p className="break-words text-soft">{applied.summary ?? texts.holds}</p>
            </div>
          ) : (
            <p className="text-faint">{isJudge ? texts.tryJudge : texts.tryHint}</p>
          )}
        </div>
      </div>
    </Card>
  );
}

interface DryRunFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function DryRunFailure({ error, onRetry }: DryRunFailureProps) {
  const [fault] = error instanceof ApiFailure ? Object.values(error.fields) : [];
  if (fault === undefined) return <FailureNotice error={error} onRetry={onRetry} />;
  // The field error is more specific than the general message, and retrying does not help until the field changes.
  return <FailureNotice error={new Error(fault)} />;
}

type Body = BodyOf<'dryRunRules'>;
/** The sample: a stored output with its files, or typed text. */
type Sample = Omit<Body, 'rule' | 'project' | 'task'>;

// Debounces requests while the user types.
const TYPING_MS = 500;

/**
 * Tries a rule on a sample while it is edited. A judge costs money, so it runs only by `run`, and its result is kept
 * until the rule or the sample changes.
 */
function useDryRun(draft: RuleDraft, sample: Sample | null) {
  const { projectName: _project, taskName: _task, description: _why, ...content } = bodyOf(draft);
  const { mode: _mode, shadowRate: _rate, ...tried } = content;
  // Place and mode do not affect the result; the name only labels it.
  const rule = { ...tried, name: '', value: valueOf(draft) };
  const asked = JSON.stringify({ ...sample, rule });
  const settled = useSettled(asked);
  const isJudge = draft.type === 'llm_judge';
  const isReady = sample !== null && isValueGiven(draft);
  const body = isJudge ? asked : settled;
  const query = useQuery({
    queryKey: ['dry-run', body],
    queryFn: ({ signal }) =>
      take(api.POST('/api/rules/evaluate', { signal, body: named(body, draft.name) })),
    enabled: isReady && !isJudge && settled === asked,
    staleTime: Infinity,
    retry: false,
    ...(isJudge ? {} : { placeholderData: keepPreviousData }),
  });
  return { query, isJudge, isReady, run: () => void query.refetch() };
}

/** Sets the name from the form, or a default. */
function named(asked: string, name: string): Body {
  const body = JSON.parse(asked) as Body & Required<Pick<Body, 'rule'>>;
  return { ...body, rule: { ...body.rule, name: name.trim() || texts.new } };
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}

const RECENT = 25;
const EXCERPT_CHARS = 60;

type FigureName = 'confidence' | 'latencyMs' | 'costUsd';
const FIGURES: Readonly<Partial<Record<RuleType, FigureName>>> = {
  confidence_min: 'confidence',
  latency_max: 'latencyMs',
  cost_max: 'costUsd',
};

interface SampleFieldsProps {
  readonly type: RuleType;
  readonly onChange: (sample: Sample | null) => void;
}

/** Fields for the sample: pasted text, or a recent output. */
function SampleFields({ type, onChange }: SampleFieldsProps) {
  const [logId, setLogId] = useState('');
  const [text, setText] = useState('');
  const [figure, setFigure] = useState('');
  const { data: output, error } = useQuery({ ...outputQuery(logId), enabled: logId !== '' });
  const figureName = FIGURES[type];
  const sample =
    logId === '' ? pastedSample({ text, figure, figureName }) : output ? { logId } : null;
  const key = JSON.stringify(sample);
  const tell = useEffectEvent(() => onChange(sample));
  useEffect(() => tell(), [key]);
  return (
    <>
      <RecentOutputs value={logId} onChange={setLogId} />
      <TextField
        key={logId}
        label={texts.outputId}
        hint={texts.outputIdHint}
        maxLength={128}
        defaultValue={logId}
        // Debounces requests while the user types.
        onBlur={({ target }) => setLogId(target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      {logId !== '' && error && <FailureNotice error={error} />}
      {logId === '' &&
        (figureName === undefined ? (
          <TextArea
            label={texts.sample}
            rows={8}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        ) : (
          <TextField
            label={texts.figures[figureName]}
            type="number"
            step="any"
            min={0}
            max={figureName === 'confidence' ? 1 : undefined}
            value={figure}
            onChange={({ target }) => setFigure(target.value)}
          />
        ))}
      {logId !== '' && output?.output != null && (
        <pre className="max-h-56 overflow-auto rounded-md border border-line p-3 text-xs break-words whitespace-pre-wrap">
          {output.output}
        </pre>
      )}
      {logId !== '' && output && output.attachments.length > 0 && (
        <div>
          <p className="mb-1 text-sm font-medium">{outputTexts.files}</p>
          <ul className="text-sm break-words text-soft">
            {output.attachments.map(({ key, filename, label }) => (
              <li key={key}>{label ?? filename}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface Pasted {
  readonly text: string;
  readonly figure: string;
  readonly figureName: FigureName | undefined;
}

function pastedSample({ text, figure, figureName }: Pasted): Sample | null {
  if (figureName === undefined) return text === '' ? null : { output: text };
  return figure === '' ? null : { [figureName]: Number(figure) };
}

function RecentOutputs({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['recent-outputs'],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/logs', {
          signal,
          params: { query: { limit: RECENT, fields: 'id,timestamp,projectName,explanation' } },
        }),
      ),
  });
  return (
    <SelectField
      label={texts.tryOn}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{texts.pasted}</option>
      <optgroup label={texts.recent}>
        {value !== '' && !data?.executions.some(({ id }) => id === value) && (
          <option value={value}>{value}</option>
        )}
        {data?.executions.map(({ id = '', timestamp = '', projectName, explanation }) => (
          <option key={id} value={id}>
            {[
              projectName,
              formatSince(new Date(timestamp), dataUpdatedAt),
              explanation?.slice(0, EXCERPT_CHARS),
            ]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}
