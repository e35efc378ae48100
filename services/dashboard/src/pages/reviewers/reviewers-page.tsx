import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { type Answer, api, ApiFailure, take } from '../../api/client.ts';
import { groupsQuery, peopleQuery, type QueueState, queueStateQuery } from '../../api/queries.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Checkboxes, ChoiceField, TextField } from '../../components/field.tsx';
import { faultOf, sending } from '../../components/form.tsx';
import { Cell, ListCard, Row } from '../../components/list.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card, Page } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { formatNumber, formatTime } from '../../formats.ts';
import { texts } from './texts.ts';

const REFRESH_MS = 10_000;

/** The state of the queue, and who is reviewing. */
export function ReviewersPage() {
  const [page, setPage] = useState(1);
  const state = useQuery({ ...queueStateQuery, refetchInterval: REFRESH_MS });
  const reviewers = useQuery({
    queryKey: ['queue', 'reviewers', page],
    queryFn: ({ signal }) =>
      take(api.GET('/api/queue/reviewers', { params: { query: { page } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page title={texts.title} description={texts.description}>
      <div className="space-y-5">
        <Loaded query={state} lines={2}>
          {(queue) => <QueueFigures queue={queue} />}
        </Loaded>
        <ListCard
          query={reviewers}
          onPage={setPage}
          caption={texts.title}
          heads={[
            texts.person,
            { text: texts.claimed, className: 'text-right' },
            texts.nextDue,
            { text: texts.decidedLastHour, className: 'hidden text-right sm:table-cell' },
            { text: texts.lastDecided, className: 'hidden sm:table-cell' },
          ]}
          empty={<EmptyState icon={Users} title={texts.none} text={texts.noneText} />}
        >
          {(reviewer) => <ReviewerRow key={reviewer.email} reviewer={reviewer} />}
        </ListCard>
        <GroupsCard />
      </div>
    </Page>
  );
}

function QueueFigures({ queue }: { readonly queue: QueueState }) {
  const { waiting, oldestAt, dueSoon, dueUnclaimed, since, cameIn, decided } = queue;
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
        <Figure name={texts.waiting}>{formatNumber(waiting)}</Figure>
        <Figure name={texts.oldest}>{oldestAt === null ? '–' : <Moment at={oldestAt} />}</Figure>
        <Figure name={texts.dueSoon}>{formatNumber(dueSoon)}</Figure>
        <Figure name={texts.dueUnclaimed} isBad={dueUnclaimed > 0}>
          {formatNumber(dueUnclaimed)}
        </Figure>
        <Figure name={texts.cameIn(formatTime(new Date(since)))}>{formatNumber(cameIn)}</Figure>
        <Figure name={texts.decided}>{formatNumber(decided)}</Figure>
      </dl>
    </Card>
  );
}

interface FigureProps {
  readonly name: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, isBad = false, children }: FigureProps) {
  return (
    <div>
      <dt className="text-xs text-soft">{name}</dt>
      <dd className={`mt-0.5 text-lg font-semibold tabular-nums ${isBad ? 'text-bad' : ''}`}>
        {children}
      </dd>
    </div>
  );
}

type Reviewer = Answer<'listReviewers'>['items'][number];

function ReviewerRow({ reviewer }: { readonly reviewer: Reviewer }) {
  const { email, claimed, nextDueAt, decided, lastDecidedAt } = reviewer;
  const { data: people = [] } = useQuery(peopleQuery);
  // Someone who has left the workspace has no name here.
  const name = people.find((person) => person.email === email)?.name;
  return (
    <Row>
      <Cell className="max-w-28 font-medium sm:max-w-64">
        {name !== undefined && <span className="block truncate">{name}</span>}
        <span
          className={`block truncate ${name === undefined ? '' : 'text-xs font-normal text-faint'}`}
          title={email}
        >
          {email}
        </span>
      </Cell>
      <Cell className="text-right tabular-nums">{formatNumber(claimed)}</Cell>
      <Cell className="text-soft">{nextDueAt !== null && <Moment at={nextDueAt} />}</Cell>
      <Cell className="hidden text-right tabular-nums sm:table-cell">{formatNumber(decided)}</Cell>
      <Cell className="hidden text-soft sm:table-cell">
        {lastDecidedAt !== null && <Moment at={lastDecidedAt} />}
      </Cell>
    </Row>
  );
}

type Group = Answer<'listGroups'>[number];

// Source: the API contract.
const NAME_LENGTH_MAX = 200;

/** Groups that outputs can be assigned to, and their members. */
function GroupsCard() {
  const [editing, setEditing] = useState<Group | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Group | null>(null);
  const groups = useQuery(groupsQuery);
  const words = texts.groups;
  return (
    <Card
      title={words.title}
      actions={
        <Button size="small" icon={Plus} onClick={() => setEditing('new')}>
          {words.add}
        </Button>
      }
    >
      <p className="text-sm text-soft">{words.hint}</p>
      <Loaded query={groups} lines={2}>
        {(all) => (
          <>
            {all.length > 0 && (
              <ul className="mt-3 divide-y divide-line rounded-md border border-line">
                {all.map((group) => (
                  <GroupLine
                    key={group.id}
                    group={group}
                    onEdit={() => setEditing(group)}
                    onDelete={() => setDeleting(group)}
                  />
                ))}
              </ul>
            )}
            {editing !== null && (
              <GroupDialog
                group={editing === 'new' ? null : editing}
                onClose={() => setEditing(null)}
              />
            )}
            {deleting !== null && (
              <DeleteDialog
                group={deleting}
                others={all.filter(({ id }) => id !== deleting.id)}
                onClose={() => setDeleting(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface GroupLineProps {
  readonly group: Group;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function GroupLine({ group: { id, name, userIds }, onEdit, onDelete }: GroupLineProps) {
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: loads = [] } = useQuery({
    queryKey: ['queue', 'groups'],
    queryFn: ({ signal }) => take(api.GET('/api/queue/groups', { signal })),
    refetchInterval: REFRESH_MS,
  });
  const names = people.filter(({ userId }) => userIds.includes(userId)).map((each) => each.name);
  const load = loads.find((each) => each.id === id);
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="line-clamp-2 text-xs text-soft">
          {userIds.length === 0 ? texts.groups.nobody : names.join(', ')}
        </p>
        {load && <LoadOfGroup load={load} />}
      </div>
      <IconButton icon={Pencil} label={texts.groups.edit(name)} onClick={onEdit} />
      <IconButton icon={Trash2} label={texts.groups.delete(name)} onClick={onDelete} />
    </li>
  );
}

/** The number of waiting and due outputs of a group. */
function LoadOfGroup({ load }: { readonly load: Answer<'listGroupLoads'>[number] }) {
  const { waiting, untaken, oldestAt, dueSoon, nextDueAt } = load;
  const words = texts.groups;
  if (waiting === 0) return <p className="mt-1 text-xs text-faint">{words.nothingWaits}</p>;
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-soft tabular-nums">
      <span className="font-medium text-ink">{words.waiting(waiting)}</span>
      <span>{words.untaken(untaken)}</span>
      {oldestAt !== null && (
        <span>
          {words.oldest} <Moment at={oldestAt} />
        </span>
      )}
      {nextDueAt !== null && (
        <span>
          {words.nextDue} <Moment at={nextDueAt} />
        </span>
      )}
      {dueSoon > 0 && <span className="font-medium text-bad">{words.dueSoon(dueSoon)}</span>}
    </p>
  );
}

interface GroupDialogProps {
  /** Null for a new group. */
  readonly group: Group | null;
  readonly onClose: () => void;
}

function GroupDialog({ group, onClose }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [userIds, setUserIds] = useState<readonly string[]>(group?.userIds ?? []);
  const people = useQuery(peopleQuery);
  const change = useChangeOf(groupsQuery.queryKey, {
    mutationFn: async () => {
      if (!group) return take(api.POST('/api/groups', { body: { name, userIds: [...userIds] } }));
      // Fetch the group again: the loaded one may be from before another person's change.
      const all = await take(api.GET('/api/groups'));
      const now = all.find(({ id }) => id === group.id) ?? group;
      const body = {
        ...(name !== group.name && { name }),
        ...changeOfMembers(group.userIds, userIds, now.userIds),
      };
      return take(api.PATCH('/api/groups/{id}', { params: { path: { id: group.id } }, body }));
    },
  });
  const save = { ...change, mutate: () => change.mutate(undefined, { onSuccess: onClose }) };
  return (
    <FormDialog
      onClose={onClose}
      title={group ? texts.groups.edit(group.name) : texts.groups.add}
      isReady={name.trim() !== ''}
      {...sending(save, ['name'])}
    >
      <TextField
        label={texts.groups.name}
        required
        autoFocus
        maxLength={NAME_LENGTH_MAX}
        value={name}
        fault={faultOf(save.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="space-y-1.5">
        <legend className="mb-1 text-sm font-medium">{texts.groups.people}</legend>
        <Loaded query={people} lines={3}>
          {(all) => (
            <Checkboxes
              choices={all.map(({ userId, name: label, email }) => ({
                ...{ id: userId, label, hint: email },
              }))}
              chosen={userIds}
              onChange={setUserIds}
            />
          )}
        </Loaded>
      </fieldset>
    </FormDialog>
  );
}

/** Applies the additions and removals made here to the current members, so that changes by others stay. */
function changeOfMembers(
  before: readonly string[],
  after: readonly string[],
  now: readonly string[],
): { userIds?: string[] } {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  if (added.length + removed.length === 0) return {};
  return { userIds: [...new Set([...now, ...added])].filter((id) => !removed.includes(id)) };
}

interface DeleteDialogProps {
  readonly group: Group;
  readonly others: readonly Group[];
  readonly onClose: () => void;
}

/** Asks which group takes over the outputs of a deleted group. */
function DeleteDialog({ group, others, onClose }: DeleteDialogProps) {
  const [moveTo, setMoveTo] = useState<string>();
  const words = texts.groups;
  const change = useChangeOf(groupsQuery.queryKey, {
    mutationFn: () => {
      const params = { path: { id: group.id }, query: moveTo === undefined ? {} : { moveTo } };
      return take(api.DELETE('/api/groups/{id}', { params })).catch((error: unknown) => {
        // The API message mentions its own parameter, so replace it.
        const isInUse = moveTo === undefined && error instanceof ApiFailure;
        if (!isInUse || error.code !== 'CONFLICT') throw error;
        throw new Error(words.inUse(group.name, others.length > 0));
      });
    },
  });
  const remove = { ...change, mutate: () => change.mutate(undefined, { onSuccess: onClose }) };
  return (
    <FormDialog
      onClose={onClose}
      title={words.delete(group.name)}
      description={words.deleteText}
      tone="danger"
      submitText={componentTexts.form.delete}
      {...sending(remove)}
    >
      {others.length > 0 && (
        <ChoiceField
          label={words.moveTo}
          value={moveTo}
          none={words.moveToNone}
          choices={others.map(({ id, name }) => ({ id, text: name }))}
          onChoose={setMoveTo}
        />
      )}
    </FormDialog>
  );
}
