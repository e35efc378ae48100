import type { DestinationsSwitchedOff } from '@output-review/contracts';

/** The mails of a workspace's admins. */
export interface AdminMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for a repeat. */
  readonly id: string;
}

interface Deps {
  readonly adminsOf: (
    workspaceId: string,
  ) => Promise<{ readonly workspaceName: string; readonly emails: readonly string[] }>;
  /** @throws AppError UNAVAILABLE where the mail may go out later. */
  readonly send: (mail: AdminMail) => Promise<void>;
  readonly publicUrl: () => string;
}

/**
 * Writes to each admin of a workspace that one of its destinations was switched off. A repeat sends the
 * same mails, which mail programs know by their ids.
 */
export const makeTellAdmins =
  ({ adminsOf, send, publicUrl }: Deps) =>
  async ({ workspaceId, destinationId, ...told }: DestinationsSwitchedOff): Promise<void> => {
    const { workspaceName, emails } = await adminsOf(workspaceId);
    const { address, failingSince, switchedOffAt } = told;
    for (const [index, to] of emails.entries()) {
      await send({
        to,
        // Names are typed by people; nothing of theirs may break a header.
        subject: 'A destination of your workspace was switched off',
        text: [
          `${address} has taken nothing since ${failingSince}, so the workspace ${workspaceName} no`,
          'longer sends anything there.\n\nWhat was not delivered is kept for 30 days. Once the',
          `destination works again, switch it on and have it sent: ${publicUrl()}/destinations\n`,
        ].join(' '),
        id: `switched-off-${destinationId}-${Date.parse(switchedOffAt)}-${index}`,
      });
    }
  };

export type TellAdmins = ReturnType<typeof makeTellAdmins>;
