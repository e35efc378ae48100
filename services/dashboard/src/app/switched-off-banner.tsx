import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';

import { api, take } from '../api/client.ts';
import { texts } from '../texts.ts';
import { useMay } from './session.ts';

// Days go by before one is switched off; who revives one on the page of destinations sees it at once.
const ASK_EVERY_MS = 60_000;

/** Says on every page that a destination is told of nothing any more, to who can do something about it. */
export function SwitchedOffBanner() {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['destinations', 'switched off'],
    queryFn: ({ signal }) => {
      const query = { endedReason: 'failing', limit: 1 } as const;
      return take(api.GET('/api/destinations', { params: { query }, signal }));
    },
    enabled: may('listDestinations'),
    refetchInterval: ASK_EVERY_MS,
  });
  const count = data?.total ?? 0;
  return (
    <div role="status">
      {count > 0 && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 bg-bad-soft px-4 py-2 text-sm font-medium text-bad">
          <Unplug size={16} aria-hidden className="hidden sm:block" />
          {texts.shell.switchedOff(count)}
          <Link to="/destinations" className="underline">
            {texts.shell.toDestinations}
          </Link>
        </p>
      )}
    </div>
  );
}
