import { expect } from '@jest/globals';
import { eventually, type Mailbox } from '@output-review/runtime/testing';

/** Waits for the given number of mails to an address. @returns the secret of the link in the newest. */
export async function secretMailedTo(
  mailbox: Mailbox,
  address: string,
  count: number,
): Promise<string> {
  await eventually(() => expect(mailbox.mailsTo(address)).toHaveLength(count));
  return /(?:#|token=)([\w-]{43})\s/.exec(mailbox.mailsTo(address).at(-1) ?? '')?.[1] ?? '';
}
