import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useNavigateAfter } from '../../app/navigate-after.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { LeaveGuard } from '../../components/dialog.tsx';
import { failureBeside, faultOf } from '../../components/form.tsx';
import { FailureNotice, Loaded } from '../../components/loaded.tsx';
import { BackLink, Card, Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showToast } from '../../components/toast-store.ts';
import {
  BacktestBesideForm,
  StartButton,
  type StartedBacktest,
} from './backtests/form-backtest.tsx';
import { BacktestsList } from './backtests/backtests-list.tsx';
import { DryRun } from './dry-run.tsx';
import { RuleResultsCard } from './results/rule-results-card.tsx';
import {
  bodyOf,
  changeOf,
  draftOf,
  EMPTY_DRAFT,
  isSame,
  type Rule,
  type RuleDraft,
  valueOf,
} from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/shell/rules/$id');

export function RulePage() {
  const { id } = route.useParams();
  const rule = useQuery({
    queryKey: ['rules', id],
    queryFn: ({ signal }) => take(api.GET('/api/rules/{id}', { signal, params: { path: { id } } })),
    // A refetch must not change the form while the user edits it.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <Loaded
      query={rule}
      // Keep the form if a reload fails.
      stale="alone"
      pageTitle={texts.title}
      pageLink={<BackLink to="/rules" text={texts.back} />}
    >
      {(found) => <RuleEditor key={found.id} rule={found} />}
    </Loaded>
  );
}

export function NewRulePage() {
  return <RuleEditor rule={null} />;
}

const FIELDS = [
  'name',
  'type',
  'value',
  'description',
  'approvals.needed',
  'approvals.groupId',
  'projectName',
  'taskName',
  'mode',
  'shadowRate',
];

/** The form of a rule, next to a dry run, and its results on stored outputs below. */
function RuleEditor({ rule }: { readonly rule: Rule | null }) {
  const may = useMay();
  const formId = useId();
  const [before] = useState(() => (rule ? draftOf(rule) : EMPTY_DRAFT));
  const [draft, setDraft] = useState(before);
  const [backtest, setBacktest] = useState<StartedBacktest | null>(null);
  const isReadOnly = !may(rule ? 'updateRule' : 'createRule');
  const save = useSave(rule, { before, draft });
  const beside = failureBeside(save.error, FIELDS);
  return (
    <Page
      title={rule?.name ?? texts.new}
      description={<BackLink to="/rules" text={texts.back} />}
      actions={
        <>
          {may('startBacktest') && (
            <StartButton {...{ rule, before, draft }} onStarted={setBacktest} />
          )}
          {!isReadOnly && (
            <Button tone="primary" type="submit" form={formId} isBusy={save.isPending}>
              {componentTexts.form.save}
            </Button>
          )}
        </>
      }
    >
      <LeaveGuard hasChanges={!isSame(before, draft)} />
      <div className="space-y-5">
        <div className="grid items-start gap-5 lg:grid-cols-[1.3fr_1fr]">
          <Card>
            {beside && (
              <div className="mb-4">
                <FailureNotice error={beside} />
              </div>
            )}
            <RuleForm
              id={formId}
              draft={draft}
              faultOf={(field) => faultOf(save.error, field)}
              isReadOnly={isReadOnly}
              onChange={(change) => setDraft((former) => ({ ...former, ...change }))}
              onSubmit={() => save.mutate()}
            />
          </Card>
          {may('dryRunRules') && <DryRun draft={draft} />}
        </div>
        {backtest && <BacktestBesideForm key={backtest.id} {...backtest} draft={draft} />}
        {rule && (
          <>
            <RuleResultsCard ruleId={rule.id} />
            <BacktestsList ruleId={rule.id} />
          </>
        )}
      </div>
    </Page>
  );
}

interface Written {
  /** The draft when the page opened. */
  readonly before: RuleDraft;
  readonly draft: RuleDraft;
}

function useSave(rule: Rule | null, { before, draft }: Written) {
  const { here, navigateFrom } = useNavigateAfter();
  const queryClient = useQueryClient();
  return useMutation({
    onMutate: here,
    mutationFn: async () => {
      const value = valueOf(draft);
      if (!rule) return take(api.POST('/api/rules', { body: { ...bodyOf(draft), value } }));
      const body = changeOf(before, draft);
      // The API rejects an empty change.
      if (Object.keys(body).length === 0) return rule;
      return take(api.PATCH('/api/rules/{id}', { params: { path: { id: rule.id } }, body }));
    },
    onSuccess: async ({ name }, _, from) => {
      await queryClient.invalidateQueries({ queryKey: ['rules'] });
      showToast(texts.saved(name));
      await navigateFrom(from, '/rules');
    },
  });
}
