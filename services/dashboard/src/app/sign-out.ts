import { useMutation, useQueryClient } from '@tanstack/react-query';

import { showFailure } from '../components/toast-store.ts';
import { useDecisionOutbox } from '../decisions/decision-outbox.tsx';

/** Sends held decisions, ends the session by a call and opens the sign-in page. */
export function useSignOut(end: () => Promise<unknown>) {
  const queryClient = useQueryClient();
  const outbox = useDecisionOutbox();
  return useMutation({
    mutationFn: async () => {
      // After the sign-out, the service would refuse them.
      await outbox.sendHeld();
      return end();
    },
    onSuccess: () => {
      queryClient.clear();
      window.location.assign('/sign-in');
    },
    onError: showFailure,
  });
}
