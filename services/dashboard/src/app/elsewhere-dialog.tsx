import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { DialogFrame } from '../components/dialog.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { texts } from '../texts.ts';
import { isElsewhere } from './page-workspace.ts';
import { useSession } from './session.ts';
import { useStore } from './store.ts';

/** Stands over a page whose session acts in another workspace by now: what was typed or decided waits. */
export function ElsewhereDialog() {
  const { workspace } = useSession();
  const queryClient = useQueryClient();
  const isOpen = useStore(isElsewhere);
  const back = useMutation({
    mutationFn: () =>
      take(api.POST('/api/workspaces/switch', { body: { workspaceId: workspace.id } })),
    onSuccess: () => {
      isElsewhere.set(false);
      return queryClient.invalidateQueries({
        predicate: ({ meta }) => meta?.['staysStill'] !== true,
      });
    },
  });
  return (
    <DialogFrame
      isOpen={isOpen}
      onClose={null}
      title={texts.elsewhere.title}
      description={texts.elsewhere.text(workspace.name)}
      actions={
        <>
          <Button onClick={() => window.location.assign('/')}>{texts.elsewhere.goOn}</Button>
          <Button tone="primary" isBusy={back.isPending} onClick={() => back.mutate()}>
            {texts.elsewhere.back(workspace.name)}
          </Button>
        </>
      }
    >
      {back.error && <FailureNotice error={back.error} />}
    </DialogFrame>
  );
}
