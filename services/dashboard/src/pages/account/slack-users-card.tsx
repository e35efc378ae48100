import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

const QUERY_KEY = ['slack-links'];

/** The Slack users who decide in the name of the user. */
export function SlackUsersCard() {
  const queryClient = useQueryClient();
  const links = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => take(api.GET('/api/slack/links', { signal })),
  });
  const unlink = useMutation({
    mutationFn: (slackUserId: string) =>
      take(api.DELETE('/api/slack/links/{slackUserId}', { params: { path: { slackUserId } } })),
    onSuccess: () => showToast(texts.unlinked),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  return (
    <Loaded query={links} stale="goes" lines={1}>
      {(list) => (
        <Card title={texts.slackUsers}>
          <p className="text-sm text-soft">
            {list.length > 0 ? texts.slackUsersHint : texts.noSlackUsers}
          </p>
          <ul className="divide-y divide-line">
            {list.map(({ teamId, slackUserId, slackUserName, linkedAt }) => (
              <li
                key={`${teamId} ${slackUserId}`}
                className="flex flex-wrap items-center gap-3 py-2 text-sm last:pb-0"
              >
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">{slackUserName}</p>
                  <p className="text-xs text-faint wrap-anywhere">
                    {texts.slackIds(slackUserId, teamId)} · {texts.linked} <Moment at={linkedAt} />
                  </p>
                </div>
                <Button
                  size="small"
                  isBusy={unlink.isPending && unlink.variables === slackUserId}
                  aria-label={texts.unlinkOf(slackUserName)}
                  onClick={() => unlink.mutate(slackUserId)}
                >
                  {texts.unlink}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}
