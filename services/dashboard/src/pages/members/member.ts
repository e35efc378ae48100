import { ApiFailure } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

export type Member =
  operations['listMembers']['responses'][200]['content']['application/json']['items'][number];

/** Says why a change of a member failed; of the last admin, what to do about it too. */
export function showMemberFailure(error: Error): void {
  const isLastAdmin = error instanceof ApiFailure && error.code === 'LAST_ADMIN';
  showFailure(isLastAdmin ? new Error(texts.members.lastAdmin) : error);
}
