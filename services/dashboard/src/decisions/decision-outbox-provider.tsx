import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';

import { useSession } from '../app/session.ts';
import { type DecisionOutbox, makeDecisionOutbox } from './decision-outbox.ts';

const OutboxContext = createContext<DecisionOutbox | null>(null);

/** Stands around all pages: a decision goes its way also when its page is left. */
export function DecisionOutboxProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const session = useSession();
  const outbox = useMemo(() => makeDecisionOutbox(queryClient, session), [queryClient, session]);
  useEffect(() => outbox.start(), [outbox]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

export function useDecisionOutbox(): DecisionOutbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('There is no DecisionOutboxProvider around this');
  return outbox;
}
