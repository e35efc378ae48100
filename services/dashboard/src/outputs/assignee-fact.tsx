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

/** Who is to decide an output, and the ways to change it. */
export function AssigneeFact({ output }: AssigneeProps) {
  const may = useMay();
  if (!awaitsDecision(output) || !may('assignOutput')) return output.assignee?.name ?? null;
  // Whoever manages groups assigns others.
  return may('createGroup') ? <AnyAssignee output={output} /> : <OwnAssignment output={output} />;
}

const NOBODY = { groupId: null, userId: null };

/** For managers: anyone, and any group. */
function AnyAssignee({ output: { id, assignee } }: AssigneeProps) {
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const assign = useAssign(id);
  const choices = [
    ...groups.map(({ id: groupId, name }) => ({
      ...{ id: `group ${groupId}`, text: name, holder: { groupId } },
    })),
    ...people.map(({ userId, name }) => ({
      ...{ id: `user ${userId}`, text: name, holder: { userId } },
    })),
  ];
  return (
    <ChoiceField
      label={texts.facts.assignee}
      isLabelHidden
      value={assignee === null ? undefined : `${assignee.kind} ${assignee.id}`}
      none={texts.assignee.nobody}
      choices={choices}
      disabled={assign.isPending}
      onChoose={(chosen) =>
        assign.mutate(choices.find((choice) => choice.id === chosen)?.holder ?? NOBODY)
      }
    />
  );
}

/** For reviewers: themselves, or back. */
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
