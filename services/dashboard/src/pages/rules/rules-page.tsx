import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, ScrollText } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { TextField } from '../../components/field.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card, Page } from '../../components/page.tsx';
import { HeadCell, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import type { Rule } from './rule-draft.ts';
import { RuleRow } from './rule-row.tsx';

/** What outputs are checked by. */
export function RulesPage() {
  const rules = useQuery({
    queryKey: ['rules'],
    queryFn: ({ signal }) => take(api.GET('/api/rules', { signal })),
  });
  return (
    <Page
      title={texts.rules.title}
      description={texts.rules.titleText}
      actions={rules.data && rules.data.length > 0 && <NewRuleLink />}
    >
      {rules.isPending ? (
        <Loading />
      ) : rules.isError ? (
        <FailureNotice error={rules.error} onRetry={() => void rules.refetch()} />
      ) : rules.data.length === 0 ? (
        <EmptyState icon={ScrollText} title={texts.rules.empty} text={texts.rules.emptyText}>
          <NewRuleLink />
        </EmptyState>
      ) : (
        <RuleList rules={rules.data} />
      )}
    </Page>
  );
}

function NewRuleLink() {
  const may = useMay();
  if (!may('createRule')) return null;
  return (
    <Link
      to="/rules/new"
      className="inline-flex h-8 items-center gap-2 rounded-md bg-accent-fill px-3 text-sm font-medium text-white shadow-card hover:bg-accent-fill-strong"
    >
      <Plus size={15} aria-hidden />
      {texts.rules.new}
    </Link>
  );
}

// Each asks for its results: a workspace may have a thousand.
const SHOWN_AT_ONCE = 20;

function RuleList({ rules }: { readonly rules: readonly Rule[] }) {
  const may = useMay();
  const [word, setWord] = useState('');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const looked = word.trim().toLowerCase();
  const found = rules.filter((rule) =>
    [rule.name, rule.value, rule.projectName ?? '', rule.taskName ?? ''].some((text) =>
      text.toLowerCase().includes(looked),
    ),
  );
  const left = found.length - shown;
  return (
    <div className="space-y-3">
      {rules.length > SHOWN_AT_ONCE && (
        <div className="max-w-sm">
          <TextField
            label={texts.rules.find}
            isLabelHidden
            type="search"
            placeholder={texts.rules.find}
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        </div>
      )}
      <Card isFlush>
        <Table caption={texts.rules.title}>
          <thead>
            <tr>
              <HeadCell>{texts.rules.name}</HeadCell>
              <HeadCell>{texts.rules.type}</HeadCell>
              <HeadCell>{texts.rules.place}</HeadCell>
              <HeadCell className="text-right">{texts.rules.checked}</HeadCell>
              <HeadCell className="text-right">{texts.rules.failed}</HeadCell>
              <HeadCell className="text-right">{texts.rules.overruled}</HeadCell>
              <HeadCell>{texts.rules.state}</HeadCell>
              {may('deleteRule') && (
                <HeadCell>
                  <span className="sr-only">{texts.rules.actions}</span>
                </HeadCell>
              )}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, shown).map((rule) => (
              <RuleRow key={rule.id} rule={rule} />
            ))}
          </tbody>
        </Table>
      </Card>
      {left > 0 && (
        <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {texts.rules.showMore(left)}
        </Button>
      )}
      <p className="text-xs text-faint">{texts.rules.countsHint}</p>
    </div>
  );
}
