import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Ghost } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../../api/client.ts';
import { rulesQuery } from '../../../api/queries.ts';
import { useNavigateAfter } from '../../../app/navigate-after.ts';
import { useMay } from '../../../app/session.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { showFailure, showToast } from '../../../components/toast-store.ts';
import { type changeOf, JUDGE_PROVIDERS, type Rule, type RuleMode } from '../rule-draft.ts';
import type { Backtest } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.apply;

type AppliedMode = Exclude<RuleMode, 'off'>;

/** A stored rule that was tested with unsaved changes. */
export interface ChangedRule {
  readonly id: string;
  readonly change: ReturnType<typeof changeOf>;
}

interface ApplyButtonsProps {
  readonly backtest: Backtest;
  readonly changed: ChangedRule | null;
  /** Whether the form has changed since. Only the tested version is saved. */
  readonly hasLaterChanges: boolean;
}

/** Buttons to apply the tested rule to new outputs. */
export function ApplyButtons({ backtest, changed, hasLaterChanges }: ApplyButtonsProps) {
  const may = useMay();
  const { data: rules, isPending } = useQuery(rulesQuery);
  const [asked, setAsked] = useState<AppliedMode | null>(null);
  const stored = rules?.find((rule) => isTested(rule, backtest, changed));
  const ruleId = stored?.id ?? backtest.ruleId;
  const apply = useApply({ ...backtest, ruleId }, changed);
  const isNew = ruleId === null && changed === null;
  if (!may(isNew ? 'createRule' : 'updateRule')) return null;
  if (ruleId !== null && rules && !stored) {
    return <p className="text-sm text-faint">{words.deleted}</p>;
  }
  const buttons = buttonsOf(ruleId, changed);
  const propsOf = (mode: AppliedMode) => ({
    children: buttons[mode],
    disabled: isPending || stored?.mode === mode || apply.isPending,
    isBusy: apply.isPending && apply.variables === mode,
    onClick: () => (hasLaterChanges ? setAsked(mode) : apply.mutate(mode)),
  });
  return (
    <div className="space-y-2">
      {stored && isChanged(stored, backtest) && (
        <p className="text-sm text-warn">{words.changed}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" icon={CircleCheck} {...propsOf('live')} />
        <Button icon={Ghost} {...propsOf('shadow')} />
      </div>
      <p className="text-xs text-faint">{words.hint}</p>
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          title={words.discardTitle}
          text={words.discardText}
          confirm={words.discard}
          isBusy={apply.isPending}
          onConfirm={() => apply.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </div>
  );
}

function buttonsOf(ruleId: string | null, changed: ChangedRule | null) {
  if (ruleId !== null) return { live: words.makeLive, shadow: words.makeShadow };
  if (changed) return { live: words.saveLive, shadow: words.saveShadow };
  return { live: words.createLive, shadow: words.createShadow };
}

function useApply(backtest: Backtest, changed: ChangedRule | null) {
  const { here, navigateFrom } = useNavigateAfter();
  const queryClient = useQueryClient();
  return useMutation({
    onMutate: here,
    mutationFn: (mode: AppliedMode) => applyRule(backtest, changed, mode),
    onSuccess: async ({ name }, mode, from) => {
      await queryClient.invalidateQueries({ queryKey: ['rules'] });
      showToast(mode === 'live' ? words.isLive(name) : words.isInShadow(name));
      await navigateFrom(from, '/rules');
    },
    onError: showFailure,
  });
}

function applyRule(
  { ruleId, rule }: Backtest,
  changed: ChangedRule | null,
  mode: AppliedMode,
): Promise<Rule> {
  if (ruleId !== null) {
    const params = { path: { id: ruleId } };
    return take(api.PATCH('/api/rules/{id}', { params, body: { mode } }));
  }
  const llmJudgeProvider = JUDGE_PROVIDERS.find((name) => name === rule.llmJudgeProvider) ?? null;
  if (changed) {
    const params = { path: { id: changed.id } };
    const { type, value, llmJudgeModel, judgeFiles } = rule;
    // The tested fields are saved together. Other fields keep concurrent changes.
    const tested = { type, value, llmJudgeProvider, llmJudgeModel, judgeFiles };
    const change = { ...changed.change, ...tested, mode };
    return take(api.PATCH('/api/rules/{id}', { params, body: change }));
  }
  // The project may have been renamed since.
  const projectName = rule.projectId === null ? rule.projectName : null;
  const body = withoutNulls({ ...rule, projectName, llmJudgeProvider, mode });
  return take(api.POST('/api/rules', { body }));
}

type Given<T> = { readonly [K in keyof T]: Exclude<T[K], null> };

/** A new rule cannot have null, so unset fields are left out. */
function withoutNulls<T extends object>(fields: T): Given<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as Given<T>;
}

/** Whether a stored rule is the tested one. A draft may have been created since the test. */
function isTested(stored: Rule, backtest: Backtest, changed: ChangedRule | null): boolean {
  const { ruleId, rule } = backtest;
  if (ruleId !== null || changed) return stored.id === ruleId;
  const project = rule.projectId === null ? 'projectName' : 'projectId';
  const names = ['name', project, 'taskName'] as const;
  return names.every((name) => stored[name] === rule[name]) && !isChanged(stored, backtest);
}

/** Whether a rule has changed in a field that affects its results since the test. */
function isChanged(stored: Rule, { rule }: Backtest): boolean {
  const names = ['type', 'value', 'llmJudgeProvider', 'llmJudgeModel', 'judgeFiles'] as const;
  return names.some((name) => stored[name] !== rule[name]);
}
