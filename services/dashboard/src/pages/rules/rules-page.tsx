import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History, Ghost, Plus, ScrollText } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { rulesQuery } from '../../api/queries.ts';
import { useScreen } from '../../app/screen.ts';
import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { RemoveButton } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { Cell, Findable, Row, Table } from '../../components/list.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Card, Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { CountLink } from '../../outputs/output-link.tsx';
import { countOutputs } from '../../outputs/queries.ts';
import { type Rule, RULE_MODES, type RuleMode } from './rule-draft.ts';
import { texts } from './texts.ts';

/** The list of rules. */
export function RulesPage() {
  const rules = useQuery(rulesQuery);
  return (
    <Page
      title={texts.title}
      description={texts.titleText}
      actions={
        rules.data &&
        rules.data.length > 0 && (
          <>
            <ButtonLink to="/rules/backtests" icon={History}>
              {texts.backtests}
            </ButtonLink>
            <NewRuleLink />
          </>
        )
      }
    >
      <Loaded query={rules} stale="goes">
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={ScrollText} title={texts.empty} text={texts.emptyText}>
              <NewRuleLink />
            </EmptyState>
          ) : (
            <RuleList rules={list} />
          )
        }
      </Loaded>
    </Page>
  );
}

function NewRuleLink() {
  const may = useMay();
  if (!may('createRule')) return null;
  return (
    <ButtonLink to="/rules/new" tone="primary" icon={Plus}>
      {texts.new}
    </ButtonLink>
  );
}

// Each row requests its results, and a workspace may have a thousand rules.
const SHOWN_AT_ONCE = 20;

// On narrow screens, the place is below the name, and the figures are on the rule results page.
const WIDE = 'hidden lg:table-cell';

const FIGURE_HEADS = [texts.checked, texts.failed, texts.overruled];

function RuleList({ rules }: { readonly rules: readonly Rule[] }) {
  const may = useMay();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  return (
    <Findable
      items={rules}
      textsOf={({ name, value, projectName, taskName }) => [
        name,
        value,
        projectName ?? '',
        taskName ?? '',
      ]}
      label={texts.find}
      glanceMax={SHOWN_AT_ONCE}
    >
      {(found) => (
        <>
          <Card isFlush>
            <Table
              caption={texts.title}
              heads={[
                texts.name,
                ...[texts.type, texts.place].map((text) => ({ text, className: WIDE })),
                ...FIGURE_HEADS.map((text) => ({ text, className: `text-right ${WIDE}` })),
                texts.mode,
                ...(may('deleteRule') ? [{ text: texts.actions, isHidden: true }] : []),
              ]}
            >
              {found.slice(0, shown).map((rule) => (
                <RuleRow key={rule.id} rule={rule} />
              ))}
            </Table>
          </Card>
          {found.length > shown && (
            <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
              {texts.showMore(found.length - shown)}
            </Button>
          )}
          <p className="hidden text-xs text-faint lg:block">{texts.countsHint}</p>
        </>
      )}
    </Findable>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const may = useMay();
  const path = { id: rule.id };
  const remove = useChangeOf(['rules'], {
    mutationFn: () => take(api.DELETE('/api/rules/{id}', { params: { path } })),
    onSuccess: () => showToast(texts.deleted(rule.name)),
    onError: showFailure,
  });
  return (
    <Row>
      <Cell className="min-w-28 wrap-anywhere lg:min-w-48">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/rules/$id"
            params={path}
            className="min-w-0 font-medium text-ink hover:text-accent hover:underline"
          >
            {rule.name}
          </Link>
          {rule.mode === 'shadow' && (
            <Badge tone="accent" icon={Ghost}>
              {texts.modes.shadow}
            </Badge>
          )}
        </span>
        <p className="mt-0.5 text-xs text-soft lg:hidden">
          {texts.types[rule.type].name} · <PlaceOf rule={rule} />
        </p>
        {rule.description !== null && (
          <p className="line-clamp-1 max-w-96 text-xs text-faint">{rule.description}</p>
        )}
      </Cell>
      <Cell className={WIDE}>
        <Badge>{texts.types[rule.type].name}</Badge>
      </Cell>
      <Cell className={`min-w-32 wrap-anywhere text-soft ${WIDE}`}>
        <PlaceOf rule={rule} />
      </Cell>
      {COUNTED.map((filter, place) => (
        <ResultCell key={place} filter={{ ruleId: rule.id, ...filter }} />
      ))}
      <Cell>
        <ModeChoice rule={rule} />
      </Cell>
      {may('deleteRule') && (
        <Cell className="text-right">
          <RemoveButton
            label={texts.delete(rule.name)}
            text={texts.deleteText}
            isBusy={remove.isPending}
            onConfirm={(options) => remove.mutate(undefined, options)}
          />
        </Cell>
      )}
    </Row>
  );
}

function PlaceOf({ rule: { projectName, taskName } }: { readonly rule: Rule }) {
  return (
    <>
      {projectName ?? texts.everywhere}
      {taskName !== null && <span className="text-faint"> / {taskName}</span>}
    </>
  );
}

/** The mode of a rule; editable for those who may change rules. */
function ModeChoice({ rule: { id, name, mode } }: { readonly rule: Rule }) {
  const may = useMay();
  const change = useChangeOf(['rules'], {
    mutationFn: (next: RuleMode) =>
      take(api.PATCH('/api/rules/{id}', { params: { path: { id } }, body: { mode: next } })),
    onError: showFailure,
  });
  const shown = change.isPending ? change.variables : mode;
  if (!may('updateRule')) {
    return <Badge tone={shown === 'live' ? 'ok' : 'neutral'}>{texts.modes[shown]}</Badge>;
  }
  return (
    <div className="w-24 sm:w-28">
      <ChoiceField
        label={texts.modeOf(name)}
        isLabelHidden
        value={shown}
        isBusy={change.isPending}
        choices={RULE_MODES.map((choice) => ({ id: choice, text: texts.modes[choice] }))}
        onChoose={(next) => change.mutate(next ?? mode)}
      />
    </div>
  );
}

// Each rule makes three requests, so they are not repeated for each new output.
const STALE_AFTER_MS = 60_000;

/** How many outputs a rule checked, how many failed it, and how many of those a person approved. */
const COUNTED = [
  {},
  { ruleOutcome: 'failed' },
  { ruleOutcome: 'failed', humanDecision: 'approved' },
] as const;

interface ResultCellProps {
  readonly filter: { readonly ruleId: string } & (typeof COUNTED)[number];
}

function ResultCell({ filter }: ResultCellProps) {
  const { data: count, isError } = useQuery({
    queryKey: ['rule-results', filter],
    queryFn: ({ signal }) => countOutputs(filter, signal),
    // Nobody sees the counts on narrower screens.
    enabled: useScreen('lg'),
    staleTime: STALE_AFTER_MS,
  });
  return (
    <Cell className={`text-right tabular-nums ${WIDE}`}>
      {count === undefined ? (
        <span
          className="text-faint"
          aria-label={isError ? texts.notCounted : componentTexts.loading}
        >
          {isError ? '–' : '…'}
        </span>
      ) : (
        <CountLink n={count} search={filter} />
      )}
    </Cell>
  );
}
