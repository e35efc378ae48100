import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { type Answer, api, type BodyOf, take } from '../api/client.ts';
import { groupsQuery, peopleQuery } from '../api/queries.ts';
import { useMay, useSession } from '../app/session.ts';
import { Button } from '../components/button.tsx';
import { ChoiceField } from '../components/field.tsx';
import { showFailure } from '../components/toast-store.ts';
import type { Output } from './queries.ts';
import { texts } from './texts.ts';

interface AssigneeProps {
  readonly output: Output;
}

/** Whether it could be assigned now, by somebody who may. */
export function isAssignable({ humanDecision, status, sampled }: Output): boolean {
  return humanDecision === null && status !== 'pending' && (status !== 'pass' || sampled);
}

/** Who is to decide an output, and the ways to change it. */
export function AssigneeFact({ output }: AssigneeProps) {
  const may = useMay();
  if (!isAssignable(output) || !may('assignOutput')) return output.assignee?.name ?? null;
  // Whoever manages groups assigns others.
  return may('createGroup') ? <AnyAssignee output={output} /> : <OwnAssignment output={output} />;
}

/** For managers: anyone, and any group. */
function AnyAssignee({ output: { id, assignee } }: AssigneeProps) {
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const assign = useAssign(id);
  const choices = [
    ...groups.map((group) => ({ id: `group ${group.id}`, text: group.name })),
    ...people.map(({ userId, name }) => ({ id: `user ${userId}`, text: name })),
  ];
  return (
    <ChoiceField
      label={texts.facts.assignee}
      isLabelHidden
      value={assignee === null ? undefined : `${assignee.kind} ${assignee.id}`}
      none={texts.assignee.nobody}
      choices={choices}
      disabled={assign.isPending}
      onChoose={(chosen) => {
        if (chosen === undefined) assign.mutate({ groupId: null, userId: null });
        else if (chosen.startsWith('group ')) assign.mutate({ groupId: chosen.slice(6) });
        else assign.mutate({ userId: chosen.slice(5) });
      }}
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
