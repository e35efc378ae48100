import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, SecretOnce } from '../../components/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

/** The workspace token, which has all scopes. */
export function WorkspaceTokenCard() {
  const [isAsking, setAsking] = useState(false);
  const settings = useQuery(settingsQuery);
  const rotate = useChangeOf(settingsQuery.queryKey, {
    mutationFn: () => take(api.POST('/api/settings/rotate-token')),
    onError: showFailure,
    onSettled: () => setAsking(false),
  });
  return (
    <Loaded query={settings} lines={2}>
      {({ tokenHint, tokenLastUsedAt }) => (
        <Card title={texts.workspace}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0 text-sm">
              <p className="text-soft">{texts.workspaceText}</p>
              <p className="mt-1">
                {tokenHint === null ? (
                  texts.none
                ) : (
                  <>
                    <code className="font-mono text-xs">wh-…{tokenHint}</code>
                    <LastUse at={tokenLastUsedAt} />
                  </>
                )}
              </p>
            </div>
            <Button
              icon={RefreshCw}
              isBusy={rotate.isPending}
              onClick={() => (tokenHint === null ? rotate.mutate() : setAsking(true))}
            >
              {tokenHint === null ? texts.makeWorkspace : texts.rotate}
            </Button>
          </div>
          {isAsking && (
            <ConfirmDialog
              onClose={() => setAsking(false)}
              title={texts.rotateTitle}
              text={texts.rotateText}
              confirm={texts.rotate}
              isBusy={rotate.isPending}
              onConfirm={() => rotate.mutate()}
            />
          )}
          {rotate.data && (
            <SecretOnce
              title={texts.madeWorkspace}
              description={texts.madeText}
              secret={rotate.data.webhookToken}
              onClose={() => rotate.reset()}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

function LastUse({ at }: { readonly at: string | null }) {
  return (
    <span className="ml-2 text-xs text-faint">
      {at === null ? (
        texts.neverUsed
      ) : (
        <>
          {texts.lastUsed} <Moment at={at} />
        </>
      )}
    </span>
  );
}
