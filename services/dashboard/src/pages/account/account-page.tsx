import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';

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
import { SlackUsersCard } from './slack-users-card.tsx';
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
          <ul className="divide-y divide-line">
            {list.map(({ id, isCurrent, createdAt, address, userAgent }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 py-2 text-sm first:pt-0">
                <div className="min-w-0 flex-1">
                  <p className="flex items-center gap-2 font-medium">
                    {describeBrowser(userAgent)}
                    {isCurrent && <Badge tone="ok">{texts.thisOne}</Badge>}
                  </p>
                  <p className="text-xs text-faint">
                    {texts.signedIn} <Moment at={createdAt} />
                    {address !== null && ` · ${address}`}
                  </p>
                </div>
                {!isCurrent && (
                  <Button
                    size="small"
                    isBusy={end.isPending && end.variables === id}
                    aria-label={texts.endOf(describeBrowser(userAgent))}
                    onClick={() => end.mutate(id)}
                  >
                    {texts.end}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
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
