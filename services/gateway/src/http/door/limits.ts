import type { Operation, TokenPrincipal, UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { addressBlock, RATE_WINDOW_MS } from '@output-review/runtime';

import type { SlotBlocks } from './slot-blocks.ts';

/** Calls a minute and principal; 0 is no limit. Submissions have a window of their own. */
export interface Limits {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** What asks a model, and so costs money. */
  readonly modelCallsPerMinute: number;
  /** Sign-ups and links of mails, from an address; many people may share one. */
  readonly triesPerMinute: number;
  /** Mails that are sent for an address that calls. */
  readonly mailsPerMinute: number;
  /** Mails to a mailbox; else strangers could fill it. */
  readonly mailsPerMailbox: number;
}

/** Source: the interface's conventions; but for tries and mailboxes, which are ours. */
export const DEFAULT_LIMITS: Limits = {
  readsPerMinute: 600,
  writesPerMinute: 120,
  modelCallsPerMinute: 20,
  triesPerMinute: 60,
  mailsPerMinute: 10,
  mailsPerMailbox: 2,
};

/** What is limited, as the metric of refused calls names it. */
export const LIMITED = ['reads', 'writes', 'model_calls', 'sign_ins', 'mails'] as const;
export type Limited = (typeof LIMITED)[number];

export interface Limiter {
  /** @throws AppError RATE_LIMITED. */
  limit(operation: Operation, principal: Caller): Promise<void>;
  /** Limits sign-ups and tries of links, from an address. @throws AppError RATE_LIMITED. */
  limitTries(address: string | null): Promise<void>;
  /** @throws AppError RATE_LIMITED. */
  limitMails(mail: { readonly email: string; readonly address: string | null }): Promise<void>;
  /** @returns null where there was one, else in how many seconds there is one. */
  takeModelCall(principal: Caller): Promise<number | null>;
}

export interface LimiterDeps {
  /** Null turns all of them off. */
  readonly limits: Limits | null;
  readonly blocks: Pick<SlotBlocks, 'take'>;
  /** Null where there was one, else in how many ms there is one. */
  readonly takeModelCallSlot: (caller: string, limit: number) => Promise<number | null>;
  /** Told of every call that is refused. */
  readonly onLimited: (limited: Limited) => void;
}

type Caller = TokenPrincipal | UserPrincipal;

const WINDOW_SECONDS = RATE_WINDOW_MS / 1_000;

// Counted where it is accepted: a replay must take no slot.
const COUNTED_ELSEWHERE = new Set(['submitOutput']);
// A dry run counts as one when it comes to a judge, which only the evaluator knows.
const ASKS_MODELS = new Set(['evaluateAgain']);
// They call out, as mails do.
const SENDS_TESTS = new Set(['testDestination']);

export function makeLimiter({
  limits,
  blocks,
  takeModelCallSlot,
  onLimited,
}: LimiterDeps): Limiter {
  if (!limits) return UNLIMITED;

  const takeCounted = async (limited: Limited, key: string, max: number): Promise<void> => {
    if (max === 0 || (await blocks.take(key, max))) return;
    onLimited(limited);
    throw overLimit();
  };
  const takeModelCall = async (principal: Caller): Promise<number | null> => {
    const { modelCallsPerMinute: max } = limits;
    const freeInMs = max === 0 ? null : await takeModelCallSlot(keyOf(principal), max);
    if (freeInMs === null) return null;
    onLimited('model_calls');
    return Math.max(1, Math.ceil(freeInMs / 1_000));
  };
  return {
    takeModelCall,
    async limit({ id, method }, principal) {
      if (COUNTED_ELSEWHERE.has(id)) return;
      if (ASKS_MODELS.has(id)) {
        const retryAfterSeconds = await takeModelCall(principal);
        if (retryAfterSeconds !== null) throw overLimit(retryAfterSeconds);
        return;
      }
      const { readsPerMinute, writesPerMinute, mailsPerMinute } = limits;
      const key = keyOf(principal);
      if (SENDS_TESTS.has(id)) await takeCounted('mails', `tests/${key}`, mailsPerMinute);
      else if (method === 'GET') await takeCounted('reads', `read/${key}`, readsPerMinute);
      else await takeCounted('writes', `write/${key}`, writesPerMinute);
    },
    async limitTries(address) {
      const { triesPerMinute } = limits;
      if (address) await takeCounted('sign_ins', `try/${addressBlock(address)}`, triesPerMinute);
    },
    async limitMails({ email, address }) {
      const { mailsPerMinute, mailsPerMailbox } = limits;
      if (address) await takeCounted('mails', `mails/${addressBlock(address)}`, mailsPerMinute);
      await takeCounted('mails', `mailbox/${normal(email)}`, mailsPerMailbox);
    },
  };
}

const UNLIMITED: Limiter = {
  limit: () => Promise.resolve(),
  limitTries: () => Promise.resolve(),
  limitMails: () => Promise.resolve(),
  takeModelCall: () => Promise.resolve(null),
};

const normal = (email: string): string => email.toLowerCase();

export function overLimit(retryAfterSeconds = WINDOW_SECONDS): AppError {
  return new AppError('RATE_LIMITED', 'Too many calls in one minute.', { retryAfterSeconds });
}

function keyOf(principal: Caller): string {
  return principal.kind === 'token'
    ? principal.tokenId
    : `${principal.workspaceId}/${principal.userId}`;
}
