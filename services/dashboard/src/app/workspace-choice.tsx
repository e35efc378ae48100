import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { api, take } from '../api/client.ts';
import { MENU_ITEM_CLASS, MENU_LABEL_CLASS } from '../components/menu-classes.ts';
import { useDecisionOutbox } from '../decisions/decision-outbox-provider.tsx';
import { texts } from '../texts.ts';
import { useSession } from './session.ts';

/** The workspaces of the person, where there are several. */
export function WorkspaceChoice() {
  const { workspace } = useSession();
  const outbox = useDecisionOutbox();
  const { data: workspaces = [] } = useQuery({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => take(api.GET('/api/workspaces', { signal })),
  });
  const change = async (workspaceId: string): Promise<void> => {
    // Afterwards it would be refused: it is meant for the workspace that is left.
    await outbox.sendHeld();
    await take(api.POST('/api/workspaces/switch', { body: { workspaceId } }));
    // Nothing of the one that was left may stay on the page.
    window.location.assign('/');
  };
  if (workspaces.length < 2) return null;
  return (
    <DropdownMenu.RadioGroup value={workspace.id} onValueChange={(id) => void change(id)}>
      <DropdownMenu.Label className={MENU_LABEL_CLASS}>{texts.shell.workspace}</DropdownMenu.Label>
      {workspaces.map(({ id, name }) => (
        <DropdownMenu.RadioItem key={id} value={id} className={MENU_ITEM_CLASS}>
          <span className="flex size-4 items-center justify-center">
            <DropdownMenu.ItemIndicator>
              <Check size={14} aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          {name}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
