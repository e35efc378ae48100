import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { texts } from '../texts.ts';
import { isAway } from './connection.ts';
import { useStore } from './store.ts';

/** Says while the service is away; when it is back, all is loaded anew but what must not move. */
export function AwayBanner() {
  const queryClient = useQueryClient();
  const away = useStore(isAway);
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !away) {
      void queryClient.invalidateQueries({
        predicate: ({ meta }) => meta?.['staysStill'] !== true,
      });
    }
    wasAway.current = away;
  }, [away, queryClient]);
  return (
    <div role="status">
      {away && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
          <CloudOff size={16} aria-hidden />
          {texts.shell.away}
        </p>
      )}
    </div>
  );
}
