import { useMutation, useQueryClient } from '@tanstack/react-query';

import { showFailure } from '../components/toast-store.ts';
import { useDecisionOutbox } from '../decisions/decision-outbox.tsx';

/** Ends the session by a call, after what was decided is sent, and leads to the page to sign in. */
export function useSignOut(end: () => Promise<unknown>) {
  const queryClient = useQueryClient();
  const outbox = useDecisionOutbox();
  return useMutation({
    mutationFn: async () => {
      // Afterwards it would be refused.
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
