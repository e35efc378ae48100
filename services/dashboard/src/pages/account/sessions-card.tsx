import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';

import { api, take } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { describeBrowser } from './describe-browser.ts';

const { account: words } = texts;

/** Where the person is signed in. */
export function SessionsCard() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => take(api.GET('/api/auth/list-sessions', { signal })),
  });
  const end = useMutation({
    mutationFn: (id: string) => take(api.POST('/api/auth/revoke-session', { body: { id } })),
    onSuccess: () => showToast(words.ended),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['own-sessions'] }),
  });
  const endAll = useMutation({
    mutationFn: () => take(api.POST('/api/auth/revoke-sessions')),
    onSuccess: () => {
      queryClient.clear();
      window.location.assign('/sign-in');
    },
    onError: showFailure,
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={2} />;
  return (
    <Card
      title={words.sessions}
      actions={
        <Button
          size="small"
          icon={LogOut}
          isBusy={endAll.isPending}
          onClick={() => endAll.mutate()}
        >
          {words.endAll}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {data.map(({ id, isCurrent, createdAt, address, userAgent }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2 text-sm first:pt-0">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 font-medium">
                {describeBrowser(userAgent)}
                {isCurrent && <Badge tone="ok">{words.thisOne}</Badge>}
              </p>
              <p className="text-xs text-faint">
                {words.signedIn} <Moment at={createdAt} />
                {address !== null && ` · ${address}`}
              </p>
            </div>
            {!isCurrent && (
              <Button
                size="small"
                disabled={end.isPending}
                aria-label={words.endOf(describeBrowser(userAgent))}
                onClick={() => end.mutate(id)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
