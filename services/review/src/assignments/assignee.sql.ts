/** Who is to decide an output, as answers name them. */
export interface AssigneeOf {
  readonly kind: 'user' | 'group';
  readonly id: string;
  readonly name: string;
}

/** SQL for who is to decide an output `o`; null where nobody is. Without joins, for the reason of `nameOf`. */
export const ASSIGNEE = `
  CASE
    WHEN o.assignee_user IS NOT NULL
      THEN jsonb_build_object('kind', 'user', 'id', o.assignee_user, 'name', coalesce((
        SELECT name FROM people WHERE workspace_id = o.workspace_id AND user_id = o.assignee_user), ''))
    WHEN o.assignee_group IS NOT NULL
      THEN jsonb_build_object('kind', 'group', 'id', o.assignee_group, 'name', coalesce((
        SELECT name FROM groups WHERE workspace_id = o.workspace_id AND id = o.assignee_group), ''))
  END`;
