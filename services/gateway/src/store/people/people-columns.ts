/** The columns of a member, of `members` and `"user"`. */
export const MEMBER_COLUMNS = `members.user_id AS "userId", "user".name, "user".email, members.role,
  members.created_at AS "joinedAt"`;

/** The columns of an invitation. */
export const INVITATION_COLUMNS = `invitations.id, invitations.workspace_id AS "workspaceId",
  invitations.email, invitations.role, invitations.created_at AS "createdAt",
  invitations.expires_at AS "expiresAt"`;
