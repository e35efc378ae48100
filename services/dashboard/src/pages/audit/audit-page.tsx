import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FileClock } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { isFiltered } from '../../app/address.ts';
import { DateRangeFields, TextField } from '../../components/field.tsx';
import { FilterForm, useFields } from '../../components/form.tsx';
import { Cell, ListCard, Row } from '../../components/list.tsx';
import { EmptyState } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { OutputLink } from '../../outputs/output-link.tsx';
import { type AuditRecord, describeChange } from './changes.ts';
import { type AuditSearch, queryOf, readAuditSearch } from './search.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/shell/audit');

export function AuditPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const show = (wanted: AuditSearch): void => void navigate({ to: '/audit', search: wanted });
  const records = useQuery({
    queryKey: ['audit', search],
    queryFn: ({ signal }) =>
      take(api.GET('/api/audit', { params: { query: queryOf(search) }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={texts.title} description={texts.description}>
      <AuditFilters key={JSON.stringify(search)} search={search} onChange={show} />
      <ListCard
        query={records}
        onPage={(page) => show({ ...search, page })}
        caption={texts.title}
        heads={[
          texts.when,
          texts.who,
          texts.what,
          { text: texts.change, className: 'hidden lg:table-cell' },
        ]}
        empty={<EmptyState icon={FileClock} title={texts.none} text={texts.noneText} />}
      >
        {(record) => <AuditRow key={record.seq} record={record} />}
      </ListCard>
    </Page>
  );
}

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}

/** Filters by actor, output and time. */
function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { values, field } = useFields({ actor: search.actor ?? '', logId: search.logId ?? '' });
  const [days, setDays] = useState({ from: search.from ?? '', to: search.to ?? '' });
  return (
    <FilterForm
      className="lg:grid-cols-[1.5fr_1.5fr_1fr_1fr_auto]"
      onSubmit={() => onChange(readAuditSearch({ ...values, ...days }))}
      onClear={isFiltered(search) ? () => onChange({}) : null}
    >
      <TextField label={texts.who} placeholder={texts.whoExample} {...field('actor')} />
      <TextField label={texts.output} {...field('logId')} />
      <DateRangeFields range={days} onChange={setDays} />
    </FilterForm>
  );
}

const ACTIONS: Readonly<Record<string, string>> = texts.actions;

function AuditRow({ record }: { readonly record: AuditRecord }) {
  const { at, actor, address, action, logId, target } = record;
  const changes = describeChange(record);
  return (
    <Row>
      <Cell className="align-top text-soft">
        <Moment at={at} isExact />
      </Cell>
      <Cell className="align-top">
        <span className="block wrap-anywhere">{actor.name}</span>
        {address !== null && <span className="block text-xs text-faint">{address}</span>}
      </Cell>
      <Cell className="align-top">
        {/* A newer release may have actions that this page does not know. */}
        <span className="block">{ACTIONS[action] ?? action}</span>
        {logId === null ? (
          <span className="block font-mono text-xs wrap-anywhere text-faint">{target.id}</span>
        ) : (
          <OutputLink id={logId} className="wrap-anywhere" />
        )}
      </Cell>
      <Cell className="hidden max-w-md align-top text-xs text-soft lg:table-cell">
        <ul>
          {changes.map(({ field, name, text }) => (
            <li key={field} className="break-words">
              <span className="text-faint">{name}:</span> {text}
            </li>
          ))}
        </ul>
      </Cell>
    </Row>
  );
}
