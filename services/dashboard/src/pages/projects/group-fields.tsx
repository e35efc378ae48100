import { useQuery } from '@tanstack/react-query';

import type { Answer } from '../../api/client.ts';
import { groupsQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { SelectField } from '../../components/field.tsx';
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
  /** Of a task: what it takes over from its project. */
  readonly inherited?: GroupsOfEntry;
}

/** Which groups get what is flagged, and what nobody decided in time. */
export function GroupFields({ review, escalation, inherited }: GroupFieldsProps) {
  const groups = useGroups();
  const noneOf = (id: string | null | undefined) =>
    id === undefined
      ? texts.groups.none
      : texts.groups.asProject(groups.find((group) => group.id === id)?.name);
  const options = groups.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  return (
    <>
      <SelectField label={texts.groups.review} hint={texts.groups.reviewHint} {...review}>
        <option value="">{noneOf(inherited?.reviewGroupId)}</option>
        {options}
      </SelectField>
      <SelectField
        label={texts.groups.escalation}
        hint={texts.groups.escalationHint}
        {...escalation}
      >
        <option value="">{noneOf(inherited?.escalationGroupId)}</option>
        {options}
      </SelectField>
    </>
  );
}

/** The groups that a project or task names itself, in words. */
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

/** None for whoever may not see them. */
function useGroups() {
  const { data = [] } = useQuery({ ...groupsQuery, enabled: useMay()('listGroups') });
  return data;
}

/** What the API takes of the fields: none chosen is null. */
export function toGroups({
  review,
  escalation,
}: Readonly<Record<'review' | 'escalation', string>>) {
  return { reviewGroupId: review || null, escalationGroupId: escalation || null };
}
