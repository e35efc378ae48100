import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Ghost, Scale } from 'lucide-react';
import { useState } from 'react';

import { rulesQuery } from '../../../api/queries.ts';
import { isFiltered } from '../../../app/address.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Checkbox, DateRangeFields } from '../../../components/field.tsx';
import { FilterForm } from '../../../components/form.tsx';
import {
  Cell,
  CONTINUED_CLASS,
  Row,
  RowBelow,
  Table,
  WIDE_CLASS,
} from '../../../components/list.tsx';
import { EmptyState, Loaded } from '../../../components/loaded.tsx';
import { Card, Page } from '../../../components/page.tsx';
import { PlaceFields } from '../../../components/place-fields.tsx';
import { texts as ruleTexts } from '../texts.ts';
import { Agreement } from './agreement.tsx';
import { CountCells, countHeads, CountList } from './count-cell.tsx';
import { allResultsQuery } from './queries.ts';
import type { ResultsSearch } from './search.ts';
import { texts } from './texts.ts';
import { groupByRule, type RuleVersions } from './versions.ts';
import { WorseNotices } from './worse-notice.tsx';

const route = getRouteApi('/shell/rule-results');

/** How far rules and judges agree with people. */
export function ResultsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const results = useQuery({ ...allResultsQuery(search), placeholderData: keepPreviousData });
  const show = (wanted: ResultsSearch) => void navigate({ to: '/rule-results', search: wanted });
  return (
    <Page title={texts.title} description={texts.titleText}>
      <ResultsFilter key={JSON.stringify(search)} search={search} onChange={show} />
      <Loaded query={results} stale="goes">
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={Scale}
              title={texts.none}
              text={isFiltered(search) ? texts.noneFound : texts.noneText}
            />
          ) : (
            <RuleTable rules={groupByRule(list)} isAll={search.labels === 'all'} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface ResultsFilterProps {
  readonly search: ResultsSearch;
  readonly onChange: (search: ResultsSearch) => void;
}

function ResultsFilter({ search, onChange }: ResultsFilterProps) {
  const [place, setPlace] = useState({
    ...{ projectName: search.project ?? '', taskName: search.task ?? '' },
  });
  const [days, setDays] = useState({ from: search.from ?? '', to: search.to ?? '' });
  const [isAll, setAll] = useState(search.labels === 'all');
  const submit = (): void => {
    const [project, task] = [place.projectName.trim(), place.taskName.trim()];
    const given = { project, task: project === '' ? '' : task, ...days };
    const filters = Object.entries(given).filter(([, value]) => value !== '');
    onChange({ ...Object.fromEntries(filters), ...(isAll ? { labels: 'all' } : {}) });
  };
  return (
    <FilterForm
      className="lg:grid-cols-[2fr_1fr_1fr_auto]"
      onSubmit={submit}
      onClear={isFiltered(search) ? () => onChange({}) : null}
    >
      <div className="col-span-2 lg:col-span-1">
        <PlaceFields place={place} onChange={(change) => setPlace({ ...place, ...change })} />
      </div>
      <DateRangeFields range={days} onChange={setDays} />
      <Checkbox
        label={texts.allLabels}
        checked={isAll}
        onChange={({ target }) => setAll(target.checked)}
        className="col-span-2 lg:order-last lg:col-span-4"
      />
    </FilterForm>
  );
}

// A workspace may have a thousand rules.
const SHOWN_AT_ONCE = 50;

interface RuleTableProps {
  readonly rules: readonly RuleVersions[];
  readonly isAll: boolean;
}

function RuleTable({ rules, isAll }: RuleTableProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  return (
    <div className="space-y-4">
      {rules.map((rule) => (
        <WorseNotices key={rule.ruleId} rule={rule} />
      ))}
      <Card isFlush>
        <Table
          caption={texts.title}
          heads={[
            texts.rule,
            { text: texts.agreement, className: 'max-sm:whitespace-normal' },
            ...countHeads(WIDE_CLASS),
          ]}
        >
          {rules.slice(0, shown).map((rule) => (
            <RuleRow key={rule.ruleId} {...{ rule, isAll }} />
          ))}
        </Table>
      </Card>
      {rules.length > shown && (
        <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {ruleTexts.showMore(rules.length - shown)}
        </Button>
      )}
      <p className="text-xs text-faint">{texts.hint}</p>
    </div>
  );
}

interface RuleRowProps {
  readonly rule: RuleVersions;
  readonly isAll: boolean;
}

/** The newest applied version of a rule. */
function RuleRow({ rule: { newest }, isAll }: RuleRowProps) {
  return (
    <>
      <Row>
        <Cell className={`min-w-24 sm:min-w-44 ${CONTINUED_CLASS}`}>
          <RuleName ruleId={newest.ruleId} name={newest.ruleName} />
          <span className="mt-0.5 flex flex-wrap items-center gap-2 text-xs text-faint">
            {texts.version(newest.version)} · {ruleTexts.types[newest.ruleType].name}
            {newest.shadow && (
              <Badge tone="accent" icon={Ghost}>
                {ruleTexts.modes.shadow}
              </Badge>
            )}
          </span>
        </Cell>
        <Cell className={CONTINUED_CLASS}>
          <Agreement results={newest} />
        </Cell>
        <CountCells results={newest} isAll={isAll} className={WIDE_CLASS} />
      </Row>
      <RowBelow columns={2}>
        <CountList results={newest} isAll={isAll} />
      </RowBelow>
    </>
  );
}

/** A deleted rule keeps its results, but has no page to link to. */
function RuleName({ ruleId, name }: { readonly ruleId: string; readonly name: string }) {
  const { data: rules } = useQuery(rulesQuery);
  if (rules && !rules.some(({ id }) => id === ruleId)) {
    return (
      <span className="flex items-center gap-2 font-medium wrap-anywhere">
        {name} <Badge>{texts.deleted}</Badge>
      </span>
    );
  }
  return (
    <Link
      to="/rules/$id"
      params={{ id: ruleId }}
      className="font-medium wrap-anywhere text-ink hover:text-accent hover:underline"
    >
      {name}
    </Link>
  );
}
