import { Clock } from 'lucide-react';

import { isAway } from '../app/connection.ts';
import { isElsewhere } from '../app/page-workspace.ts';
import { useStore } from '../app/store.ts';
import { texts } from '../texts.ts';
import { heldDecisions } from './held-decisions.ts';

/** Says how many decisions the service has not taken yet, where nothing else says why. */
export function WaitingNotice() {
  // They say themselves what waits.
  const isSaid = [useStore(isAway), useStore(isElsewhere)].includes(true);
  const waiting = useStore(heldDecisions).filter(({ state }) => state === 'waiting').length;
  return (
    <div role="status">
      {waiting > 0 && !isSaid && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
          <Clock size={16} className="shrink-0" aria-hidden />
          {texts.shell.waiting(waiting)}
        </p>
      )}
    </div>
  );
}
