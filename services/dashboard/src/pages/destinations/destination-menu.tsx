import { Link } from '@tanstack/react-router';
import { Ellipsis, KeyRound, RotateCw, Send, Settings, Trash2, Truck } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { useMay } from '../../app/session.ts';
import { IconButton } from '../../components/button.tsx';
import { MENU_CLASS, MENU_ITEM_CLASS } from '../../components/menu-classes.ts';
import type { Destination } from '../../deliveries/delivery-queries.ts';
import { nameOfDestination } from '../../deliveries/destination-name.tsx';
import { texts } from '../../texts.ts';
import type { Asked } from './asked.ts';

const { destinations: words } = texts;

interface DestinationMenuProps {
  readonly destination: Destination;
  readonly onAsk: (what: Asked['what']) => void;
}

/** What may be done with a destination: only what it can, and the person may. */
export function DestinationMenu({ destination, onAsk }: DestinationMenuProps) {
  const may = useMay();
  const { id, kind, source, hasSecret, endedReason, dead } = destination;
  const isOff = endedReason === 'failing';
  const canReplay = isOff || (endedReason === null && dead > 0);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon={Ellipsis} label={words.actionsOf(nameOfDestination(destination))} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={MENU_CLASS}>
          <DropdownMenu.Item asChild className={MENU_ITEM_CLASS}>
            <Link to="/deliveries" search={{ destinationId: id }}>
              <Truck size={15} aria-hidden />
              {words.showDeliveries}
            </Link>
          </DropdownMenu.Item>
          {may('testDestination') && kind !== 'callbacks' && (
            <DropdownMenu.Item className={MENU_ITEM_CLASS} onSelect={() => onAsk('test')}>
              <Send size={15} aria-hidden />
              {words.test}
            </DropdownMenu.Item>
          )}
          {may('replayDeliveries') && canReplay && (
            <DropdownMenu.Item className={MENU_ITEM_CLASS} onSelect={() => onAsk('replay')}>
              <RotateCw size={15} aria-hidden />
              {isOff ? words.switchOn : words.replay}
            </DropdownMenu.Item>
          )}
          {may('rotateDestinationSecret') && hasSecret && (
            <DropdownMenu.Item className={MENU_ITEM_CLASS} onSelect={() => onAsk('rotate')}>
              <KeyRound size={15} aria-hidden />
              {words.rotate}
            </DropdownMenu.Item>
          )}
          {may('updateSettings') && source === 'settings' && (
            <DropdownMenu.Item asChild className={MENU_ITEM_CLASS}>
              <Link to="/settings">
                <Settings size={15} aria-hidden />
                {words.toSettings}
              </Link>
            </DropdownMenu.Item>
          )}
          {may('deleteSubscription') && kind === 'subscription' && (
            <DropdownMenu.Item className={MENU_ITEM_CLASS} onSelect={() => onAsk('delete')}>
              <Trash2 size={15} aria-hidden />
              {words.delete}
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
