import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { IconButton } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Cell, HeadCell, Row, Table } from '../../components/table.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

const LIMIT = 50;

const { members: words } = texts;

/** Invitations that somebody can still accept; nothing where there is none. */
export function InvitationsCard() {
  const [page, setPage] = useState(1);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitations', page],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/members/invitations', { params: { query: { page, limit: LIMIT } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
  const revoke = useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/api/members/invitations/{id}', { params: { path: { id } } })),
    onSuccess: () => showToast(words.revoked),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={2} />;
  if (data.total === 0) return null;
  return (
    <Card title={words.invitations(data.total)} isFlush>
      <Table caption={words.invitations(data.total)}>
        <thead>
          <tr>
            <HeadCell>{words.for}</HeadCell>
            <HeadCell>{words.role}</HeadCell>
            <HeadCell className="hidden md:table-cell">{words.invitedBy}</HeadCell>
            <HeadCell>{words.expires}</HeadCell>
            <HeadCell>
              <span className="sr-only">{words.actions}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ id, email, role, createdBy, expiresAt }) => (
            <Row key={id}>
              <Cell className="break-all">{email ?? words.anybody}</Cell>
              <Cell>{texts.roles[role]}</Cell>
              <Cell className="hidden text-soft md:table-cell">{createdBy}</Cell>
              <Cell className="text-soft">
                <Moment at={expiresAt} />
              </Cell>
              <Cell className="w-0">
                <IconButton
                  icon={MailX}
                  label={words.revoke(email ?? words.anybody)}
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(id)}
                />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Pager page={page} limit={LIMIT} total={data.total} onPage={setPage} />
    </Card>
  );
}
