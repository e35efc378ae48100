import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { HeadCell, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import type { Member } from './member.ts';
import { MemberRow } from './member-row.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const LIMIT = 50;

const { members: words } = texts;

export function MembersCard() {
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<Member | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['members', page],
    queryFn: ({ signal }) =>
      take(api.GET('/api/members', { params: { query: { page, limit: LIMIT } }, signal })),
    placeholderData: keepPreviousData,
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Card title={words.count(data.total)} isFlush>
      <Table caption={words.title}>
        <thead>
          <tr>
            <HeadCell>{words.name}</HeadCell>
            <HeadCell>{words.role}</HeadCell>
            <HeadCell className="hidden md:table-cell">{words.joined}</HeadCell>
            <HeadCell>
              <span className="sr-only">{words.actions}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {data.items.map((member) => (
            <MemberRow key={member.userId} member={member} onRemove={() => setRemoving(member)} />
          ))}
        </tbody>
      </Table>
      <Pager page={page} limit={LIMIT} total={data.total} onPage={setPage} />
      {removing && <RemoveDialog member={removing} onClose={() => setRemoving(null)} />}
    </Card>
  );
}
