import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { CloudOff, Unplug } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { api, take } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { DialogFrame } from '../components/dialog.tsx';
import { FailureNotice } from '../components/loaded.tsx';
import { SignInForm } from '../components/public-page.tsx';
import { DecisionOutboxProvider } from '../decisions/decision-outbox.tsx';
import { WaitingNotice } from '../decisions/notices.tsx';
import { isAway, isElsewhere, isSignInAsked, isSomebodyElse } from './connection.ts';
import { KeySheet, useKeys, useTypingGuard } from './keyboard.tsx';
import { useLiveEvents } from './live-events.ts';
import { NAVIGATION } from './navigation.ts';
import { PageChanges, useFocusGuard } from './page-changes.tsx';
import { useMay, useSession } from './session.ts';
import { SideMenu } from './side-menu.tsx';
import { browserViewsOf, moveViews } from '../views/browser-views.ts';
import { viewsQuery } from '../views/queries.ts';
import { useStore } from './store.ts';
import { texts } from './texts.ts';

/** The layout around every page of a signed-in user. */
export function Shell() {
  const [isSheetOpen, setSheetOpen] = useState(false);
  useLiveEvents();
  useMoveViews();
  useTypingGuard();
  const main = useRef<HTMLElement>(null);
  useFocusGuard(main);
  useNavigationKeys({ '?': () => setSheetOpen(true) });
  return (
    <DecisionOutboxProvider>
      <div className="flex min-h-dvh flex-col md:h-dvh md:flex-row print:block print:h-auto">
        <a
          href="#main"
          className="sr-only z-50 rounded bg-accent-fill px-3 py-2 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {texts.shell.skip}
        </a>
        <PageChanges />
        <SideMenu onKeys={() => setSheetOpen(true)} />
        <div className="flex min-w-0 flex-1 flex-col md:overflow-hidden print:block print:overflow-visible">
          <AwayBanner />
          <WaitingNotice />
          <SwitchedOffBanner />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            // Relative, so that elements for screen readers scroll with it instead of enlarging the document.
            className="relative min-h-0 flex-1 outline-none md:overflow-y-auto print:overflow-visible"
          >
            <Outlet />
          </main>
        </div>
        {isSheetOpen && <KeySheet onClose={() => setSheetOpen(false)} />}
        <SignInDialog />
        <ElsewhereDialog />
        <SomebodyElseDialog />
      </div>
    </DecisionOutboxProvider>
  );
}

/** Moves views to the service. Releases up to 0.2.0 kept them in the browser. */
function useMoveViews(): void {
  const { user, workspace } = useSession();
  const queryClient = useQueryClient();
  const canSave = useMay()('createView');
  useEffect(() => {
    const store = browserViewsOf(user.id, workspace.id);
    if (!canSave || store.get().length === 0) return;
    void moveViews(store).then(() => queryClient.invalidateQueries(viewsQuery));
  }, [user.id, workspace.id, canSave, queryClient]);
}

/** `g` and a letter open the pages of the menu. */
function useNavigationKeys(own: Readonly<Record<string, () => void>>): void {
  const navigate = useNavigate();
  const may = useMay();
  const entries = NAVIGATION.flatMap((group) => group.entries).filter(({ needs }) => may(needs));
  useKeys({
    ...own,
    ...Object.fromEntries(entries.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
  });
}

/**
 * Shown while the service is unreachable. Once it is back, reloads all data except what must not change while it is
 * read.
 */
function AwayBanner() {
  const queryClient = useQueryClient();
  const away = useStore(isAway);
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !away) {
      void queryClient.invalidateQueries({ predicate: mayMove });
    }
    wasAway.current = away;
  }, [away, queryClient]);
  return (
    <div role="status">
      {away && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
          <CloudOff size="1rem" aria-hidden />
          {texts.shell.away}
        </p>
      )}
    </div>
  );
}

/** Whether a query may reload while the user reads its data. Without data, there is nothing to disturb. */
function mayMove({ meta, state }: Query): boolean {
  return meta?.['staysStill'] !== true || state.data === undefined;
}

/** Opens when the session has ended. Input stays on the page, and waiting requests continue after the sign-in. */
function SignInDialog() {
  const { user, workspace } = useSession();
  const isAsked = useStore(isSignInAsked);
  const goOn = async (): Promise<void> => {
    const now = await take(api.GET('/api/auth/get-session'));
    // Another person must not send the input of the previous one.
    if (now.user.id !== user.id) {
      window.location.assign('/');
      return;
    }
    // A new session starts in the workspace that the person joined first.
    isElsewhere.set(now.workspace.id !== workspace.id);
    isSomebodyElse.set(false);
    isSignInAsked.set(false);
  };
  if (!isAsked) return null;
  return (
    <DialogFrame onClose={null} title={texts.signIn.again} description={texts.signIn.againWhy}>
      <SignInForm email={user.email} onSignedIn={goOn} />
    </DialogFrame>
  );
}

// Destinations are switched off only after days, and reviving one on the destinations page updates this at once.
const POLL_EVERY_MS = 60_000;

/** Shown on every page while destinations are switched off, to those who may manage destinations. */
function SwitchedOffBanner() {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['destinations', 'switched off'],
    queryFn: ({ signal }) => {
      const query = { endedReason: 'failing', limit: 1 } as const;
      return take(api.GET('/api/destinations', { params: { query }, signal }));
    },
    enabled: may('listDestinations'),
    refetchInterval: POLL_EVERY_MS,
  });
  const count = data?.total ?? 0;
  return (
    <div role="status">
      {count > 0 && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 bg-bad-soft px-4 py-2 text-sm font-medium text-bad">
          <Unplug size="1rem" aria-hidden className="hidden sm:block" />
          {texts.shell.switchedOff(count)}
          <Link to="/destinations" className="underline">
            {texts.shell.toDestinations}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Opens when the session has moved to another workspace. Input and decisions wait. */
function ElsewhereDialog() {
  const { workspace } = useSession();
  const queryClient = useQueryClient();
  const isSwitched = useStore(isElsewhere);
  const isOther = useStore(isSomebodyElse);
  const back = useMutation({
    mutationFn: () =>
      take(api.POST('/api/workspaces/switch', { body: { workspaceId: workspace.id } })),
    onSuccess: () => {
      isElsewhere.set(false);
      return queryClient.invalidateQueries({ predicate: mayMove });
    },
  });
  if (!isSwitched || isOther) return null;
  return (
    <DialogFrame
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

/** Opens when another person has signed in from another tab. The page sends nothing in their name. */
function SomebodyElseDialog() {
  const { user } = useSession();
  if (!useStore(isSomebodyElse)) return null;
  return (
    <DialogFrame
      onClose={null}
      title={texts.somebodyElse.title}
      description={texts.somebodyElse.text(user.email)}
      actions={
        <Button tone="primary" onClick={() => window.location.assign('/')}>
          {texts.somebodyElse.goOn}
        </Button>
      }
    />
  );
}
