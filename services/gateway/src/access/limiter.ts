import type { Operation, TokenPrincipal, UserPrincipal } from '@output-review/contracts';
import { addressBlock, type Database, networkBlock } from '@output-review/runtime';

import { beginSignInTry, type Lane, removeSignInTry, takeModelCallSlot } from './limits.sql.ts';
import { isRefusal, type Limited, type Limits, overLimit, type SignInLimits } from './limits.ts';
import type { SlotBlocks } from './slot-blocks.ts';

export interface LimiterOptions {
  /** Null turns all limits off, except those of sign-ins. */
  readonly limits: Limits | null;
  readonly signInLimits: SignInLimits;
  readonly blocks: SlotBlocks;
  readonly db: Database;
  /** Called for every refused call. */
  readonly onLimited: (limited: Limited) => void;
}

/** An external caller. */
export type Caller = TokenPrincipal | UserPrincipal;

// `submit` counts submissions, because a replay must take no slot. MCP calls count as the operation they call.
const COUNTED_ELSEWHERE = new Set(['submitOutput', 'callMcp']);
// Each try costs a statement, and all of a caller wait for one row. Beyond this they are refused without it.
const TRIES_PER_MODEL_CALL = 5;
// Only the evaluator knows whether a dry run calls a judge, so it counts those.
const ASKS_MODELS = new Set(['evaluateAgain']);
const CLAIMS = new Set(['claimOutput', 'releaseOutput']);
// These send outgoing requests, so they count as mails.
const SENDS_TESTS = new Set(['testDestination']);

export interface WantedMail {
  /** What the mail is requested for. */
  readonly kind: 'sign-up' | 'invitation' | 'reset-password' | 'verify-email';
  readonly email: string;
  /** Address of the client; null if unknown. */
  readonly address: string | null;
}

export interface TriedPassword {
  /** The email address whose password is tried. */
  readonly account: string;
  /** Address of the client; null if unknown. */
  readonly address: string | null;
  /** The ID of a browser that has signed in to this account before; otherwise null. */
  readonly browser: string | null;
}

/** Limits how often a caller calls. */
export class Limiter {
  readonly #options: LimiterOptions;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  get #limits(): Limits | null {
    return this.#options.limits;
  }

  /** @throws AppError RATE_LIMITED. */
  async limit({ id, method }: Operation, principal: Caller): Promise<void> {
    const limits = this.#limits;
    if (!limits || COUNTED_ELSEWHERE.has(id)) return;
    if (ASKS_MODELS.has(id)) {
      const triesMax = limits.modelCallsPerMinute * TRIES_PER_MODEL_CALL;
      await this.#take('model_calls', `model-try/${callerKey(principal)}`, triesMax);
      const retryAfterSeconds = await this.takeModelCall(principal);
      if (retryAfterSeconds !== null) throw overLimit(retryAfterSeconds);
      return;
    }
    const { writesPerMinute, claimsPerMinute, mailsPerMinute } = limits;
    const key = callerKey(principal);
    if (SENDS_TESTS.has(id)) await this.#take('mails', `tests/${key}`, mailsPerMinute);
    else if (CLAIMS.has(id)) await this.#take('claims', `claim/${key}`, claimsPerMinute);
    else if (method === 'GET') await this.limitRead(principal);
    else await this.#take('writes', `write/${key}`, writesPerMinute);
  }

  /** @throws AppError RATE_LIMITED. */
  async limitRead(principal: Caller): Promise<void> {
    const max = this.#limits?.readsPerMinute ?? 0;
    await this.#take('reads', `read/${callerKey(principal)}`, max);
  }

  /** Limits sign-ups and attempts to use links, by address. @throws AppError RATE_LIMITED. */
  async limitTries(address: string | null): Promise<void> {
    if (!this.#limits || !address) return;
    await this.#take('sign_ins', `try/${addressBlock(address)}`, this.#limits.triesPerMinute);
  }

  /**
   * Limits requests for mails. They count whether or not a mail is sent, because the answer must not depend on it. So
   * each kind counts on its own: otherwise strangers could request mails that are never sent, and so keep the owner of
   * an address from resetting the password, unnoticed.
   *
   * @throws AppError RATE_LIMITED.
   */
  async limitMails({ kind, email, address }: WantedMail): Promise<void> {
    if (!this.#limits) return;
    const { mailsPerMinute, mailsPerMailbox } = this.#limits;
    if (address) await this.#take('mails', `mails/${addressBlock(address)}`, mailsPerMinute);
    await this.#take('mails', `mailbox/${kind}/${email.toLowerCase()}`, mailsPerMailbox);
  }

  /**
   * Limits requests in the name of Slack with a wrong signature, by address. A request also counts while it is verified.
   *
   * @throws AppError RATE_LIMITED; the error of the verification.
   */
  async whileVerifying<T>(address: string | null, verify: () => Promise<T>): Promise<T> {
    if (!this.#limits || !address) return verify();
    const key = `slack-try/${addressBlock(address)}`;
    await this.#take('sign_ins', key, this.#limits.triesPerMinute);
    let isWrong = false;
    try {
      return await verify();
    } catch (error) {
      isWrong = isRefusal(error);
      throw error;
    } finally {
      if (!isWrong) this.#options.blocks.giveBack(key);
    }
  }

  /**
   * Limits attempts with wrong passwords: runs an attempt; only a wrong one counts. An attempt also counts while it is
   * checked, because otherwise any number could run at once.
   *
   * @throws AppError RATE_LIMITED, before anything is looked up.
   */
  async whileSigningIn<T>(tried: TriedPassword, attempt: () => Promise<T>): Promise<T> {
    const { signInLimits, db, onLimited } = this.#options;
    const id = await beginSignInTry(db, lanesOf(tried, signInLimits));
    if (id === null) {
      onLimited('sign_ins');
      throw overLimit();
    }
    try {
      const outcome = await attempt();
      await removeSignInTry(db, id);
      return outcome;
    } catch (error) {
      if (!isRefusal(error)) await removeSignInTry(db, id);
      throw error;
    }
  }

  /**
   * Limits what the Slack app of a workspace sends. Anyone with its signing secret can sign requests for any number of
   * users, and each user gets a link or a notice in Slack. @throws AppError RATE_LIMITED.
   */
  async limitSlack(workspaceId: string): Promise<void> {
    await this.#take('writes', `slack/${workspaceId}`, this.#limits?.slackPerMinute ?? 0);
  }

  /** @returns null if a slot was free, otherwise the seconds until one is. */
  async takeModelCall(principal: Caller): Promise<number | null> {
    const max = this.#limits?.modelCallsPerMinute ?? 0;
    const freeInMs =
      max === 0 ? null : await takeModelCallSlot(this.#options.db, callerKey(principal), max);
    if (freeInMs === null) return null;
    this.#options.onLimited('model_calls');
    return Math.max(1, Math.ceil(freeInMs / 1_000));
  }

  async #take(limited: Limited, key: string, max: number): Promise<void> {
    if (max === 0 || (await this.#options.blocks.take(key, max))) return;
    this.#options.onLimited(limited);
    throw overLimit();
  }
}

/** The key under which the calls of a caller are counted. */
export function callerKey(principal: Caller): string {
  return principal.kind === 'token'
    ? principal.tokenId
    : `${principal.workspaceId}/${principal.userId}`;
}

/**
 * A browser that has signed in before has its own lane, which nobody else can fill. All others are counted by their
 * address, and together per account against attempts from many addresses.
 */
function lanesOf(
  { account, address, browser }: TriedPassword,
  limits: SignInLimits,
): readonly Lane[] {
  const name = account.toLowerCase();
  if (browser !== null) return [{ key: `browser/${browser}`, most: limits.perBrowser }];
  const byAccount = { key: `account/${name}`, most: limits.perAccount };
  if (address === null) return [byAccount];
  return [
    { key: `address/${addressBlock(address)}`, most: limits.perAddress },
    { key: `block/${networkBlock(address)}/${name}`, most: limits.perBlock },
    byAccount,
  ];
}
