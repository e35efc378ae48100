import { useQuery } from '@tanstack/react-query';

import type { Answer } from '../../api/client.ts';
import { groupsQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { ChoiceField } from '../../components/field.tsx';
import { texts } from './texts.ts';

type GroupsOfEntry = Pick<Answer<'listProjects'>[number], 'reviewGroupId' | 'escalationGroupId'>;

interface ControlProps {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

interface GroupFieldsProps {
  readonly review: ControlProps;
  readonly escalation: ControlProps;
  /** For a task: the groups that it inherits from its project. */
  readonly inherited: GroupsOfEntry | null;
}

/** Fields for the groups that get flagged outputs, and outputs that nobody decided in time. */
export function GroupFields({ review, escalation, inherited }: GroupFieldsProps) {
  const groups = useGroups();
  const noneOf = (id: string | null | undefined): string => {
    if (id === undefined) return texts.groups.none;
    if (id === null) return texts.groups.asProject(texts.groups.nobody);
    return texts.groups.asProject(groups.find((group) => group.id === id)?.name ?? '…');
  };
  const fieldOf = ({ onChange, ...control }: ControlProps) => ({
    ...control,
    choices: groups.map(({ id, name }) => ({ id, text: name })),
    onChoose: (value = '') => onChange({ target: { value } }),
  });
  return (
    <>
      <ChoiceField
        label={texts.groups.review}
        hint={texts.groups.reviewHint}
        none={noneOf(inherited?.reviewGroupId)}
        {...fieldOf(review)}
      />
      <ChoiceField
        label={texts.groups.escalation}
        hint={texts.groups.escalationHint}
        none={noneOf(inherited?.escalationGroupId)}
        {...fieldOf(escalation)}
      />
    </>
  );
}

/** The groups set on a project or task itself, as text. */
export function GroupNames({ reviewGroupId, escalationGroupId }: GroupsOfEntry) {
  const groups = useGroups();
  const nameOf = (groupId: string | null) => groups.find(({ id }) => id === groupId)?.name;
  const [review, escalation] = [nameOf(reviewGroupId), nameOf(escalationGroupId)];
  return (
    <>
      {review !== undefined && <span>{texts.groups.reviewedBy(review)}</span>}
      {escalation !== undefined && <span>{texts.groups.escalatedTo(escalation)}</span>}
    </>
  );
}

/** Empty for users who may not see groups. */
function useGroups() {
  const { data = [] } = useQuery({ ...groupsQuery, enabled: useMay()('listGroups') });
  return data;
}
