import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import {
  ChevronsUpDown,
  CircleAlert,
  Inbox,
  Keyboard,
  LogOut,
  Menu as MenuIcon,
  Search,
  UserRound,
  X,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';

import { api, take } from '../api/client.ts';
import { IconButton } from '../components/button.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine, MenuLink } from '../components/menu.tsx';
import { Logo } from '../components/public-page.tsx';
import { texts as componentTexts } from '../components/texts.ts';
import { showFailure } from '../components/toast-store.ts';
import { useDecisionOutbox } from '../decisions/decision-outbox.tsx';
import { readSearchParams } from '../outputs/search-params.ts';
import { readQueueSearch } from '../pages/queue/search.ts';
import { paramsOf, type View, viewsQuery } from '../views/queries.ts';
import { texts as viewTexts } from '../views/texts.ts';
import { NAVIGATION, type NavigationEntry } from './navigation.ts';
import { useScreen } from './screen.ts';
import { useMay, useSession } from './session.ts';
import { useSignOut } from './sign-out.ts';
import { useStore } from './store.ts';
import { texts } from './texts.ts';
import { chooseTheme, theme, THEMES } from './theme.ts';

export function SideMenu({ onKeys }: { readonly onKeys: () => void }) {
  const [isOpen, setOpen] = useState(false);
  // On narrow screens, a button opens the menu over the page. An open menu blocks the page, and would stay open beside it.
  if (useScreen('md') && isOpen) setOpen(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <header className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 md:hidden print:hidden">
        <Dialog.Trigger asChild>
          <IconButton icon={MenuIcon} label={texts.shell.menu} />
        </Dialog.Trigger>
        <span className="font-semibold">{componentTexts.product}</span>
      </header>
      <div className="hidden w-56 shrink-0 border-r border-line bg-surface md:flex print:hidden">
        <MenuContent onKeys={onKeys} onFollow={() => {}} />
      </div>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] bg-surface shadow-overlay"
        >
          <Dialog.Title className="sr-only">{texts.shell.menu}</Dialog.Title>
          <MenuContent onKeys={onKeys} onFollow={() => setOpen(false)} />
          <Dialog.Close asChild>
            <IconButton icon={X} label={texts.shell.closeMenu} className="absolute top-2 right-2" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function MenuContent({ onKeys, onFollow }: { onKeys: () => void; onFollow: () => void }) {
  const may = useMay();
  const { workspace } = useSession();
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <header className="flex items-center gap-2.5 px-4 pt-4 pb-3">
        <Logo />
        <div className="min-w-0">
          <p className="truncate text-sm leading-4 font-semibold">{componentTexts.product}</p>
          <p className="truncate text-xs text-faint" title={workspace.name}>
            {workspace.name}
          </p>
        </div>
      </header>
      <nav aria-label={texts.shell.navigation} className="flex-1 overflow-y-auto px-2 pb-4">
        {NAVIGATION.map(({ text, entries }) => {
          const offered = entries.filter(({ needs }) => may(needs));
          if (offered.length === 0) return null;
          return (
            <LinkGroup key={text ?? ''} text={text}>
              {offered.map((entry) => (
                <li key={entry.to}>
                  <PageLink entry={entry} onFollow={onFollow} />
                </li>
              ))}
            </LinkGroup>
          );
        })}
        <ViewLinks onFollow={onFollow} />
      </nav>
      <div className="space-y-1 border-t border-line p-2">
        <button
          type="button"
          onClick={onKeys}
          className="hidden w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-sm text-soft hover:bg-sunken md:flex"
        >
          <Keyboard size="1rem" aria-hidden />
          <span className="flex-1 text-left">{texts.keys.title}</span>
          <kbd>?</kbd>
        </button>
        <PersonMenu />
      </div>
    </div>
  );
}

function LinkGroup({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <div className="mt-1">
      {text !== null && <p className="px-2 pt-3 pb-1 text-xs font-medium text-faint">{text}</p>}
      <ul className="space-y-px">{children}</ul>
    </div>
  );
}

interface PageLinkProps {
  readonly entry: NavigationEntry;
  readonly onFollow: () => void;
}

function PageLink({ entry: { to, text, icon: Icon }, onFollow }: PageLinkProps) {
  // If a view is open, its link is highlighted instead.
  const isView = useSearch({ strict: false, select: ({ view }) => view !== undefined });
  return (
    <Link
      to={to}
      onClick={onFollow}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className={`flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm font-medium text-soft hover:bg-sunken hover:text-ink ${
        isView ? '' : 'data-[status=active]:bg-accent-soft data-[status=active]:text-accent'
      }`}
    >
      <Icon size="1rem" aria-hidden />
      {text}
    </Link>
  );
}

// The API stops counting here.
const COUNTED_MAX = 100;

interface ViewLinksProps {
  readonly onFollow: () => void;
}

/** The saved views in the menu, with their current counts. */
function ViewLinks({ onFollow }: ViewLinksProps) {
  const { data: views = [] } = useQuery(viewsQuery);
  const lists = [
    { text: viewTexts.shared, views: views.filter(({ isShared }) => isShared) },
    { text: viewTexts.own, views: views.filter(({ isShared }) => !isShared) },
  ].filter((list) => list.views.length > 0);
  return lists.map((list) => (
    <LinkGroup key={list.text} text={list.text}>
      {list.views.map((view) => (
        <li key={view.id}>
          <ViewLink view={view} onFollow={onFollow} />
        </li>
      ))}
    </LinkGroup>
  ));
}

function ViewLink({ view, onFollow }: ViewLinksProps & { readonly view: View }) {
  const open = useSearch({ strict: false, select: (search) => search.view });
  const params = paramsOf(view);
  const target =
    view.page === 'queue'
      ? ({ to: '/', search: readQueueSearch(params) } as const)
      : ({ to: '/outputs', search: readSearchParams(params) } as const);
  const isOpen = open === view.id;
  const isFaulty = Object.keys(view.faults).length > 0;
  const Icon = view.page === 'queue' ? Inbox : Search;
  return (
    <Link
      {...target}
      onClick={onFollow}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm font-medium ${
        isOpen ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'
      }`}
    >
      <Icon size="1rem" aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate" title={view.name}>
        {view.name}
      </span>
      {isFaulty && (
        <CircleAlert
          size="0.875rem"
          role="img"
          aria-label={viewTexts.isFaulty}
          className="shrink-0 text-warn"
        />
      )}
      {view.count !== null && (
        <span className="text-xs font-normal text-faint tabular-nums">
          {view.count < COUNTED_MAX ? view.count : viewTexts.many}
        </span>
      )}
    </Link>
  );
}

/** The menu of the signed-in user: theme, workspace, sign-out. */
function PersonMenu() {
  const { user, workspace } = useSession();
  const chosenTheme = useStore(theme);
  const signOut = useSignOut(() => take(api.POST('/api/auth/sign-out')));
  const trigger = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-sunken"
    >
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
      >
        {user.name.slice(0, 1)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm leading-4 font-medium">{user.name}</span>
        <span className="block truncate text-xs text-faint">
          {componentTexts.roles[workspace.role]}
        </span>
      </span>
      <ChevronsUpDown size="0.875rem" aria-hidden className="text-faint" />
    </button>
  );
  return (
    <Menu trigger={trigger} side="top" align="start" sideOffset={6}>
      <MenuLabel>{user.email}</MenuLabel>
      <WorkspaceChoice />
      <MenuLine />
      <MenuChoice
        label={texts.shell.theme}
        choices={THEMES.map((id) => ({ id, text: texts.shell.themes[id] }))}
        chosen={chosenTheme}
        onChoose={chooseTheme}
        staysOpen
      />
      <MenuLine />
      <MenuLink to="/account" icon={UserRound} text={texts.navigation.account} />
      <MenuItem icon={LogOut} text={texts.shell.signOut} onSelect={() => signOut.mutate()} />
    </Menu>
  );
}

/** The choice of workspace, if the user has several. */
function WorkspaceChoice() {
  const { workspace } = useSession();
  const outbox = useDecisionOutbox();
  const { data: workspaces = [] } = useQuery({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => take(api.GET('/api/workspaces', { signal })),
  });
  const change = useMutation({
    mutationFn: async (workspaceId: string) => {
      // Send held decisions first: after the switch, the service would refuse them.
      await outbox.sendHeld();
      return take(api.POST('/api/workspaces/switch', { body: { workspaceId } }));
    },
    // A full reload, so that no data of the old workspace stays on the page.
    onSuccess: () => window.location.assign('/'),
    onError: showFailure,
  });
  if (workspaces.length < 2) return null;
  return (
    <MenuChoice
      label={texts.shell.workspace}
      choices={workspaces.map(({ id, name }) => ({ id, text: name }))}
      chosen={workspace.id}
      onChoose={(id) => change.mutate(id)}
    />
  );
}
