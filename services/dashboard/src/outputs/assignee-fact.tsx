import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { type Answer, api, type BodyOf, take } from '../api/client.ts';
import { groupsQuery, peopleQuery } from '../api/queries.ts';
import { useMay, useSession } from '../app/session.ts';
import { Button } from '../components/button.tsx';
import { ChoiceField } from '../components/field.tsx';
import { showFailure } from '../components/toast-store.ts';
import { awaitsDecision } from './claims.ts';
import type { Output } from './queries.ts';
import { texts } from './texts.ts';

interface AssigneeProps {
  readonly output: Output;
}

/** The assignee of an output, with controls to change it. */
export function AssigneeFact({ output }: AssigneeProps) {
  const may = useMay();
  if (!awaitsDecision(output) || !may('assignOutput')) return output.assignee?.name ?? null;
  // Managers, who manage groups, can assign outputs to others.
  return may('createGroup') ? <AnyAssignee output={output} /> : <OwnAssignment output={output} />;
}

const NOBODY = { groupId: null, userId: null };

/** All groups and people that a manager can assign outputs to. */
function useHolders(): readonly HolderChoice[] {
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  return [
    ...groups.map(({ id, name }) => choiceOf({ kind: 'group', id, name })),
    ...people.map(({ userId: id, name }) => choiceOf({ kind: 'user', id, name })),
  ];
}

function choiceOf({ kind, id, name }: NonNullable<Output['assignee']>): HolderChoice {
  const holder = kind === 'group' ? { groupId: id } : { userId: id };
  return { id: `${kind} ${id}`, text: name, holder };
}

/** A possible assignee. */
export interface HolderChoice {
  readonly id: string;
  readonly text: string;
  readonly holder: BodyOf<'assignOutput'>;
}

interface HolderFieldProps {
  readonly value: HolderChoice | null;
  readonly onChoose: (choice: HolderChoice | null) => void;
}

/**
 * The assignee for a bulk assignment: anyone for managers; reviewers assign outputs to themselves or give them back.
 */
export function HolderField({ value, onChoose }: HolderFieldProps) {
  const isManager = useMay()('createGroup');
  const { user } = useSession();
  const everyone = useHolders();
  const words = texts.assignee;
  const choices: readonly HolderChoice[] = isManager
    ? [{ id: 'nobody', text: words.nobody, holder: NOBODY }, ...everyone]
    : [
        { id: 'me', text: words.me, holder: { userId: user.id } },
        { id: 'back', text: words.back, holder: { userId: null } },
      ];
  return (
    <ChoiceField
      label={texts.facts.assignee}
      value={value?.id}
      none={words.choose}
      choices={choices}
      onChoose={(chosen) => onChoose(choices.find(({ id }) => id === chosen) ?? null)}
    />
  );
}

/** For managers: any person and any group. */
function AnyAssignee({ output: { id, assignee } }: AssigneeProps) {
  const assign = useAssign(id);
  const known = useHolders();
  const chosen = assignee && choiceOf(assignee);
  // The current assignee is known before the list is loaded.
  const isListed = chosen === null || known.some((choice) => choice.id === chosen.id);
  const choices = isListed ? known : [chosen, ...known];
  return (
    <div className="max-w-xs">
      <ChoiceField
        label={texts.facts.assignee}
        isLabelHidden
        value={chosen?.id}
        none={texts.assignee.nobody}
        choices={choices}
        isBusy={assign.isPending}
        onChoose={(next) =>
          assign.mutate(choices.find((choice) => choice.id === next)?.holder ?? NOBODY)
        }
      />
    </div>
  );
}

/** For reviewers: assign to oneself, or give back. */
function OwnAssignment({ output: { id, assignee } }: AssigneeProps) {
  const { user } = useSession();
  const assign = useAssign(id);
  const isOwn = assignee?.kind === 'user' && assignee.id === user.id;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {assignee?.name ?? texts.assignee.nobody}
      <Button
        size="small"
        isBusy={assign.isPending}
        onClick={() => assign.mutate({ userId: isOwn ? null : user.id })}
      >
        {isOwn ? texts.assignee.giveBack : texts.assignee.toMe}
      </Button>
    </span>
  );
}

function useAssign(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'assignOutput'>): Promise<Answer<'assignOutput'>> =>
      take(api.PATCH('/api/logs/{id}/assignee', { params: { path: { id } }, body })),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['outputs'] }),
  });
}
