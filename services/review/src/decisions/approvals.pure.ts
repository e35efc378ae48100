import type {
  ApprovalBar,
  ApprovalDemand,
  UserPrincipal,
  WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Output, OutputKey } from '../outputs/output.pure.ts';
import { correctedParts, type DecisionRequest, faultsOf, listNames } from './decisions.pure.ts';

/** An output that needs several approvals. */
export interface ApprovedOutput extends Output {
  readonly approvals: ApprovalDemand;
}

export function needsApprovals(output: Output): output is ApprovedOutput {
  return output.approvals !== null;
}

export interface Approval {
  readonly userId: string;
  readonly email: string;
  readonly comment: string | null;
  readonly at: Date;
}

/** An approval that counts, of an output that needs several. */
export interface GivenApproval {
  readonly before: ApprovedOutput;
  readonly approval: Approval;
  /** The previous approvals that still count. */
  readonly counted: readonly Approval[];
}

/**
 * Who may approve in a workspace, and who created the tokens that submitted the outputs, as the gateway reports it now.
 */
export interface Approvers {
  readonly userIds: ReadonlySet<string>;
  /** For each output that was asked about. Null if the token has no creator. */
  readonly submitterOf: ReadonlyMap<string, string | null>;
  readonly managerIds: readonly string[];
  /** For each group that was asked about, the members who may approve. Empty for a deleted group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Of everyone who may approve, if groups are involved. */
  readonly emailOf: ReadonlyMap<string, string>;
}

/** What is known when someone approves an output. */
export interface ApprovalCase {
  readonly output: OutputKey & Pick<ApprovedOutput, 'approvals'>;
  readonly given: readonly Approval[];
  /** The actors that the output names and was submitted with. */
  readonly actorIds: readonly string[];
}

export type Refusal = 'not-member' | ApprovalBar;

/** The result of an approval. */
export type ApprovalStep =
  | { readonly kind: 'refused'; readonly why: Refusal }
  /** The same person approves again with the same comment: nothing changes. */
  | { readonly kind: 'repeated' }
  /** With the previous approvals that still count. */
  | { readonly kind: 'given'; readonly counted: readonly Approval[]; readonly isLast: boolean };

/** Why a person may not approve an output, null if they may. */
function refusalOf(
  approved: ApprovalCase,
  approvers: Approvers,
  { userId, email }: Pick<UserPrincipal, 'userId' | 'email'>,
): Refusal | null {
  if (!approvers.userIds.has(userId)) return 'not-member';
  if (isBarred(approved, approvers, { userId, email })) return 'submitter';
  return approved.given.some((each) => each.userId === userId) ? 'approved' : null;
}

/** Whether a person is barred as the creator of the token or as an actor. */
function isBarred(
  { output, actorIds }: ApprovalCase,
  { submitterOf }: Approvers,
  { userId, email }: { readonly userId: string; readonly email: string | undefined },
): boolean {
  if (!output.approvals.notSubmitter) return false;
  if (submitterOf.get(output.id) === userId) return true;
  return email !== undefined && actorIds.some((actorId) => isSameEmail(actorId, email));
}

function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}

export function approve(
  approved: ApprovalCase,
  approvers: Approvers,
  by: Pick<UserPrincipal, 'userId' | 'email'> & { readonly comment: string | null },
): ApprovalStep {
  const why = refusalOf(approved, approvers, by);
  if (why === 'approved') {
    const own = approved.given.find(({ userId }) => userId === by.userId);
    return own?.comment === by.comment ? { kind: 'repeated' } : { kind: 'refused', why };
  }
  if (why !== null) return { kind: 'refused', why };
  const counted = approved.given.filter(({ userId }) => approvers.userIds.has(userId));
  const left = approved.output.approvals.needed - counted.length - 1;
  const missing = poolsOf(approved, approvers).filter(
    (pool) => !counted.some(({ userId }) => pool.includes(userId)),
  );
  const others = missing.filter((pool) => !pool.includes(by.userId));
  // The last approvals are reserved for the groups that are missing.
  if (left <= 0 && missing.length > 0 && others.length === missing.length) {
    return { kind: 'refused', why: 'group' };
  }
  return { kind: 'given', counted, isLast: left <= 0 && others.length === 0 };
}

/**
 * Who may approve for each required group. Managers stand in for a group in which no one may approve: they choose its
 * members anyway, and the output could never be approved. If no manager may either, for example because the submitter
 * is the only one, anyone who may approve stands in.
 */
function poolsOf(approved: ApprovalCase, approvers: Approvers): (readonly string[])[] {
  const { groups, managerIds, userIds, emailOf } = approvers;
  const { groupIds = [] } = approved.output.approvals;
  const mayApprove = (userId: string) =>
    !isBarred(approved, approvers, { userId, email: emailOf.get(userId) });
  const managers = managerIds.filter(mayApprove);
  const standIns = managers.length > 0 ? managers : [...userIds].filter(mayApprove);
  return groupIds.map((groupId) => {
    const members = (groups.get(groupId) ?? []).filter(mayApprove);
    return members.length > 0 ? members : standIns;
  });
}

/** A person approves again while approvals of others are needed. */
export class AlreadyApproved extends AppError {
  constructor() {
    super(
      'ALREADY_DECIDED',
      'You have approved this output already. It needs the approval of others.',
    );
  }
}

const REFUSALS: Record<Refusal, () => AppError> = {
  'not-member': () => new AppError('FORBIDDEN', 'You can no longer decide in this workspace.'),
  submitter: () =>
    new AppError(
      'FORBIDDEN',
      'You submitted this output, so others have to approve it. You can still reject it.',
    ),
  approved: () => new AlreadyApproved(),
  group: () =>
    new AppError(
      'FORBIDDEN',
      'This output still needs the approval of somebody in a group that you are not in: see ' +
        '`approvals.groups`. You can still reject it.',
    ),
};

export function toError(why: Refusal): AppError {
  return REFUSALS[why]();
}

/**
 * Refuses decisions that would bypass the approvals of an output.
 *
 * @throws AppError FORBIDDEN for a token, which may only reject; VALIDATION_FAILED for a correction.
 */
export function refuseBesideApprovals(
  request: DecisionRequest,
  principal: WorkspacePrincipal,
): void {
  if (principal.kind === 'token' && request.decision !== 'rejected') {
    throw new AppError(
      'FORBIDDEN',
      'This output needs the approval of several people. Tokens can only reject it.',
    );
  }
  refuseCorrection(
    request,
    'Not possible for an output that needs several approvals: send a comment instead.',
  );
}

/**
 * Refuses a correction that fails rules that require several approvals: the person who corrects would be its only
 * approver.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export function refuseUnapproved(request: DecisionRequest, ruleNames: readonly string[]): void {
  if (ruleNames.length === 0) return;
  refuseCorrection(
    request,
    `It does not pass rules that ask for several approvals: ${listNames(ruleNames)}. ` +
      'Correct it otherwise, or send a comment instead.',
  );
}

function refuseCorrection(request: DecisionRequest, why: string): void {
  const corrected = correctedParts(request);
  if (corrected.length === 0) return;
  throw new AppError('VALIDATION_FAILED', 'The output needs several approvals. See `fields`.', {
    fields: faultsOf(corrected, why),
  });
}
