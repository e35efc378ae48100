/** Who is to decide an output, as answers name them. */
export interface AssigneeOf {
  readonly kind: 'user' | 'group';
  readonly id: string;
  readonly name: string;
}

/** SQL for who is to decide an output `o`, with `ASSIGNEE_JOINS`; null where nobody is. */
export const ASSIGNEE = `
  CASE
    WHEN o.assignee_user IS NOT NULL
      THEN jsonb_build_object('kind', 'user', 'id', o.assignee_user, 'name', coalesce(person.name, ''))
    WHEN o.assignee_group IS NOT NULL
      THEN jsonb_build_object('kind', 'group', 'id', o.assignee_group, 'name', coalesce(team.name, ''))
  END`;

export const ASSIGNEE_JOINS = `
  LEFT JOIN people person ON person.workspace_id = o.workspace_id AND person.user_id = o.assignee_user
  LEFT JOIN groups team ON team.workspace_id = o.workspace_id AND team.id = o.assignee_group`;
