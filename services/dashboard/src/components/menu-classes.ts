/** How menus look; Radix has the parts. */
export const MENU_CLASS =
  'z-50 max-h-[70dvh] min-w-52 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-overlay';
export const MENU_ITEM_CLASS =
  'flex cursor-default items-center gap-2 rounded px-2 py-1.5 text-sm text-ink outline-none ' +
  'data-[disabled]:opacity-50 data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent';
export const MENU_LABEL_CLASS = 'truncate px-2 pt-1.5 pb-1 text-xs text-faint';
