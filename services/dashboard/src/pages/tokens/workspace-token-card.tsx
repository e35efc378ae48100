import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

const { tokens: words } = texts;

/** The one token that belongs to the workspace itself, and may do all that tokens may. */
export function WorkspaceTokenCard() {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => take(api.GET('/api/settings', { signal })),
  });
  const rotate = useMutation({
    mutationFn: () => take(api.POST('/api/settings/rotate-token')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
    onError: showFailure,
    onSettled: () => setAsking(false),
  });
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={2} />;
  const { tokenHint, tokenLastUsedAt } = data;
  const hasToken = tokenHint !== null;
  return (
    <Card title={words.workspace}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 text-sm">
          <p className="text-soft">{words.workspaceText}</p>
          <p className="mt-1">
            {hasToken ? <code className="font-mono text-xs">wh-…{tokenHint}</code> : words.none}
            {hasToken && (
              <span className="ml-2 text-xs text-faint">
                {tokenLastUsedAt === null ? (
                  words.neverUsed
                ) : (
                  <>
                    {words.lastUsed} <Moment at={tokenLastUsedAt} />
                  </>
                )}
              </span>
            )}
          </p>
        </div>
        <Button
          icon={RefreshCw}
          isBusy={rotate.isPending}
          onClick={() => (hasToken ? setAsking(true) : rotate.mutate())}
        >
          {hasToken ? words.rotate : words.makeWorkspace}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.rotateTitle}
        text={words.rotateText}
        confirm={words.rotate}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      />
      <SecretOnce
        title={words.madeWorkspace}
        description={words.madeText}
        secret={rotate.data?.webhookToken ?? null}
        onClose={() => rotate.reset()}
      />
    </Card>
  );
}
