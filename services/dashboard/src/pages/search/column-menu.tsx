import { Check, Columns3 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { Button } from '../../components/button.tsx';
import { MENU_CLASS, MENU_ITEM_CLASS } from '../../components/menu-classes.ts';
import { texts } from '../../texts.ts';
import { COLUMN_IDS, type ColumnId, columnsParam } from './columns.tsx';
import type { Change } from './filter-bar.tsx';

interface ColumnMenuProps {
  readonly columns: readonly ColumnId[];
  readonly onChange: Change;
}

export function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
  const chosen = new Set(columns);
  const toggle = (id: ColumnId, isShown: boolean): void => {
    const next = new Set(chosen);
    if (isShown) next.add(id);
    else next.delete(id);
    onChange({ columns: columnsParam(next) });
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button icon={Columns3} size="small" tone="quiet">
          {texts.search.chooseColumns}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={MENU_CLASS}>
          {COLUMN_IDS.map((id) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={chosen.has(id)}
              disabled={chosen.size === 1 && chosen.has(id)}
              onCheckedChange={(isShown) => toggle(id, isShown)}
              // Several are chosen at a time.
              onSelect={(event) => event.preventDefault()}
              className={MENU_ITEM_CLASS}
            >
              <span className="flex size-4 items-center justify-center">
                <DropdownMenu.ItemIndicator>
                  <Check size={14} aria-hidden />
                </DropdownMenu.ItemIndicator>
              </span>
              {texts.search.columns[id]}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
