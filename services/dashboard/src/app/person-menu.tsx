import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { DropdownMenu } from 'radix-ui';

import { api, take } from '../api/client.ts';
import { MENU_CLASS, MENU_ITEM_CLASS, MENU_LABEL_CLASS } from '../components/menu-classes.ts';
import { texts } from '../texts.ts';
import { useSession } from './session.ts';
import { useStore } from './store.ts';
import { chooseTheme, theme, type Theme, THEMES } from './theme.ts';
import { WorkspaceChoice } from './workspace-choice.tsx';

/** Who is signed in, and what concerns the person alone: theme, workspace, the way out. */
export function PersonMenu() {
  const { user, workspace } = useSession();
  const queryClient = useQueryClient();
  const signOut = async (): Promise<void> => {
    await take(api.POST('/api/auth/sign-out'));
    queryClient.clear();
    window.location.assign('/sign-in');
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-sunken">
        <span
          aria-hidden
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
        >
          {user.name.slice(0, 1)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm leading-4 font-medium">{user.name}</span>
          <span className="block truncate text-xs text-faint">{texts.roles[workspace.role]}</span>
        </span>
        <ChevronsUpDown size={14} aria-hidden className="text-faint" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content side="top" align="start" sideOffset={6} className={MENU_CLASS}>
          <DropdownMenu.Label className={MENU_LABEL_CLASS}>{user.email}</DropdownMenu.Label>
          <WorkspaceChoice />
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <ThemeChoice />
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item asChild className={MENU_ITEM_CLASS}>
            <Link to="/account">
              <UserRound size={15} aria-hidden />
              {texts.navigation.account}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={MENU_ITEM_CLASS} onSelect={() => void signOut()}>
            <LogOut size={15} aria-hidden />
            {texts.shell.signOut}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function ThemeChoice() {
  const chosen = useStore(theme);
  return (
    <DropdownMenu.RadioGroup
      value={chosen}
      onValueChange={(value) => chooseTheme(THEMES.find((name) => name === value) ?? 'system')}
    >
      <DropdownMenu.Label className={MENU_LABEL_CLASS}>{texts.shell.theme}</DropdownMenu.Label>
      {THEMES.map((name: Theme) => (
        <DropdownMenu.RadioItem
          key={name}
          value={name}
          className={MENU_ITEM_CLASS}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="flex size-4 items-center justify-center">
            <DropdownMenu.ItemIndicator>
              <Check size={14} aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          {texts.shell.themes[name]}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
