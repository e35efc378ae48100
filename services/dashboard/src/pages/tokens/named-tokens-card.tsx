import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { HeadCell, Table } from '../../components/table.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { type Token, TokenRow } from './token-row.tsx';

const LIMIT = 50;

const { tokens: words } = texts;

export function NamedTokensCard() {
  const [page, setPage] = useState(1);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['tokens', page],
    queryFn: ({ signal }) =>
      take(api.GET('/api/tokens', { params: { query: { page, limit: LIMIT } }, signal })),
    placeholderData: keepPreviousData,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Token) =>
      take(api.DELETE('/api/tokens/{id}', { params: { path: { id } } })),
    onSuccess: (_, { name }) => {
      showToast(words.revoked(name));
      return queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
    onError: showFailure,
    onSettled: () => setRevoking(null),
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Card title={words.named} isFlush>
      {data.total === 0 ? (
        <EmptyState icon={KeyRound} title={words.noneNamed} text={words.noneNamedText} />
      ) : (
        <Table caption={words.named}>
          <thead>
            <tr>
              <HeadCell>{words.name}</HeadCell>
              <HeadCell>{words.scopes}</HeadCell>
              <HeadCell className="hidden md:table-cell">{words.lastUse}</HeadCell>
              <HeadCell className="hidden sm:table-cell">{words.expires}</HeadCell>
              <HeadCell>
                <span className="sr-only">{words.actions}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.items.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </tbody>
        </Table>
      )}
      <Pager page={page} limit={LIMIT} total={data.total} onPage={setPage} />
      <ConfirmDialog
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        title={words.revoke(revoking?.name ?? '')}
        text={words.revokeText}
        confirm={words.revokeDo}
        isBusy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking)}
      />
    </Card>
  );
}
