import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { useSignOut } from '../../app/sign-out.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { NewPasswordField, TextField } from '../../components/field.tsx';
import { onSubmitOf, sending, useFields } from '../../components/form.tsx';
import { FailureNotice, Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card, Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

export function AccountPage() {
  const { user } = useSession();
  return (
    <Page title={texts.title} description={`${user.name} · ${user.email}`}>
      <div className="max-w-3xl space-y-6">
        <PasswordCard />
        <SessionsCard />
        <SlackUsersCard />
      </div>
    </Page>
  );
}

function PasswordCard() {
  const { user } = useSession();
  const { values, field, clear } = useFields({ currentPassword: '', newPassword: '' });
  const change = useChangeOf(['own-sessions'], {
    mutationFn: () => take(api.POST('/api/auth/change-password', { body: values })),
    onSuccess: () => {
      clear();
      showToast(texts.passwordChanged);
    },
  });
  const { isBusy, failure, onSubmit } = sending(change, Object.keys(values));
  return (
    <Card title={texts.password}>
      <form onSubmit={onSubmitOf(onSubmit)} className="max-w-sm space-y-4">
        {/* Tells password managers which account the password is for. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <TextField
          label={texts.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          readOnly={isBusy}
          {...field('currentPassword', change.error)}
        />
        <NewPasswordField
          label={componentTexts.password.new}
          readOnly={isBusy}
          {...field('newPassword', change.error)}
        />
        {failure && <FailureNotice error={failure} />}
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {texts.changePassword}
        </Button>
        <p className="text-xs text-faint">{texts.changeHint}</p>
      </form>
    </Card>
  );
}

/** The sessions of the user. */
function SessionsCard() {
  const queryClient = useQueryClient();
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => take(api.GET('/api/auth/list-sessions', { signal })),
  });
  const end = useMutation({
    mutationFn: (id: string) => take(api.POST('/api/auth/revoke-session', { body: { id } })),
    onSuccess: () => showToast(texts.ended),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['own-sessions'] }),
  });
  const endAll = useSignOut(() => take(api.POST('/api/auth/revoke-sessions')));
  const endAllButton = (
    <Button size="small" icon={LogOut} isBusy={endAll.isPending} onClick={() => endAll.mutate()}>
      {texts.endAll}
    </Button>
  );
  return (
    <Loaded query={sessions} stale="goes" lines={2}>
      {(list) => (
        <Card title={texts.sessions} actions={endAllButton}>
          <ul className="divide-y divide-line *:first:pt-0">
            {list.map(({ id, isCurrent, createdAt, address, userAgent }) => (
              <EndLine
                key={id}
                name={describeBrowser(userAgent)}
                badge={isCurrent && <Badge tone="ok">{texts.thisOne}</Badge>}
                end={texts.end}
                endOf={texts.endOf(describeBrowser(userAgent))}
                isBusy={end.isPending && end.variables === id}
                onEnd={isCurrent ? null : () => end.mutate(id)}
              >
                {texts.signedIn} <Moment at={createdAt} />
                {address !== null && ` · ${address}`}
              </EndLine>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}

/** The Slack users who decide in the name of the user. */
function SlackUsersCard() {
  const queryClient = useQueryClient();
  const links = useQuery({
    queryKey: ['slack-links'],
    queryFn: ({ signal }) => take(api.GET('/api/slack/links', { signal })),
  });
  const unlink = useMutation({
    mutationFn: (slackUserId: string) =>
      take(api.DELETE('/api/slack/links/{slackUserId}', { params: { path: { slackUserId } } })),
    onSuccess: () => showToast(texts.unlinked),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['slack-links'] }),
  });
  return (
    <Loaded query={links} stale="goes" lines={1}>
      {(list) => (
        <Card title={texts.slackUsers}>
          <p className="text-sm text-soft">
            {list.length > 0 ? texts.slackUsersHint : texts.noSlackUsers}
          </p>
          <ul className="divide-y divide-line *:last:pb-0">
            {list.map(({ teamId, slackUserId, slackUserName, linkedAt }) => (
              <EndLine
                key={`${teamId} ${slackUserId}`}
                name={slackUserName}
                end={texts.unlink}
                endOf={texts.unlinkOf(slackUserName)}
                isBusy={unlink.isPending && unlink.variables === slackUserId}
                onEnd={() => unlink.mutate(slackUserId)}
              >
                {texts.slackIds(slackUserId, teamId)} · {texts.linked} <Moment at={linkedAt} />
              </EndLine>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}

interface EndLineProps {
  readonly name: string;
  readonly badge?: ReactNode;
  /** The text of the button. */
  readonly end: string;
  /** The accessible name of the button. */
  readonly endOf: string;
  readonly isBusy: boolean;
  /** Null without a button. */
  readonly onEnd: (() => void) | null;
  readonly children: ReactNode;
}

/** A session or link, with a button to end it. */
function EndLine({ name, badge, end, endOf, isBusy, onEnd, children }: EndLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium wrap-anywhere">
          {name}
          {badge}
        </p>
        <p className="text-xs text-faint wrap-anywhere">{children}</p>
      </div>
      {onEnd && (
        <Button size="small" isBusy={isBusy} aria-label={endOf} onClick={onEnd}>
          {end}
        </Button>
      )}
    </li>
  );
}

// The order matters: most browsers also name those they are compatible with.
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The common names of a browser and its system, only to help users recognise their sessions. */
function describeBrowser(userAgent: string | null): string {
  if (userAgent === null) return texts.unknownBrowser;
  const find = (names: readonly (readonly [string, string])[]): string | undefined =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : texts.browserOn(browser, system);
}
