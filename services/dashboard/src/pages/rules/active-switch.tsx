import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'radix-ui';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import type { Rule } from './rule-draft.ts';

/** Whether a rule holds for the outputs that come; who may change rules turns it off and on. */
export function ActiveSwitch({ rule: { id, name, isActive } }: { readonly rule: Rule }) {
  const may = useMay();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (next: boolean) =>
      take(api.PATCH('/api/rules/{id}', { params: { path: { id } }, body: { isActive: next } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['rules'] }),
    onError: showFailure,
  });
  const isOn = change.isPending ? change.variables : isActive;
  const state = isOn ? texts.rules.on : texts.rules.off;
  if (!may('updateRule')) return <Badge tone={isOn ? 'ok' : 'neutral'}>{state}</Badge>;
  return (
    <span className="flex items-center gap-2">
      <Switch.Root
        checked={isOn}
        onCheckedChange={(next) => change.mutate(next)}
        aria-label={texts.rules.holdsRule(name)}
        className="relative h-5 w-9 shrink-0 rounded-full bg-line-strong data-[state=checked]:bg-accent-fill"
      >
        <Switch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-4.5" />
      </Switch.Root>
      <span aria-hidden className="w-6 text-xs text-soft">
        {state}
      </span>
    </span>
  );
}
