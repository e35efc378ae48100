import {
  type BodyOf,
  type FileData,
  INTERNAL_OPERATIONS,
  type Principal,
} from '@output-review/contracts';
import { implement } from '@output-review/runtime';
import { startPeer } from '@output-review/runtime/testing';

export type ClaimBody = BodyOf<typeof INTERNAL_OPERATIONS.claimFiles>;
type SettledBody = BodyOf<typeof INTERNAL_OPERATIONS.confirmFiles>;

export interface MediaPeer {
  readonly url: string;
  /** The received calls, in order. */
  readonly claimed: ClaimBody[];
  readonly confirmed: SettledBody[];
  readonly released: SettledBody[];
  readonly deleted: BodyOf<typeof INTERNAL_OPERATIONS.deleteFiles>[];
  /** The callers that made it settle unconfirmed claims. */
  readonly settledBy: Principal[];
  /** Answers a claim. A promise that never settles simulates a late media service. */
  claim: (body: ClaimBody) => Promise<FileData[]>;
  confirm: () => Promise<void>;
  delete: () => Promise<void>;
  stop(): Promise<void>;
}

/** A media service that answers as the test says. */
export async function startMediaPeer(assertionPublicKey: string): Promise<MediaPeer> {
  const peer = {
    claimed: [] as MediaPeer['claimed'],
    confirmed: [] as MediaPeer['confirmed'],
    released: [] as MediaPeer['released'],
    deleted: [] as MediaPeer['deleted'],
    settledBy: [] as MediaPeer['settledBy'],
    claim: (body: ClaimBody) => Promise.resolve(takenFiles(body)),
    confirm: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };
  const listener = await startPeer({
    service: 'media',
    assertions: assertionPublicKey,
    routes: [
      implement(INTERNAL_OPERATIONS.claimFiles, async ({ body }) => {
        peer.claimed.push(body);
        return { status: 200, body: { files: await peer.claim(body) } };
      }),
      implement(INTERNAL_OPERATIONS.confirmFiles, async ({ body }) => {
        peer.confirmed.push(body);
        await peer.confirm();
        return { status: 200, body: {} };
      }),
      implement(INTERNAL_OPERATIONS.releaseFiles, async ({ body }) => {
        peer.released.push(body);
        return { status: 200, body: {} };
      }),
      implement(INTERNAL_OPERATIONS.deleteFiles, async ({ body }) => {
        peer.deleted.push(body);
        await peer.delete();
        return { status: 200, body: {} };
      }),
      implement(INTERNAL_OPERATIONS.settleFiles, async ({ principal }) => {
        peer.settledBy.push(principal);
        return { status: 200, body: { settled: 0 } };
      }),
    ],
  });
  return Object.assign(peer, { url: listener.url, stop: () => listener.close(0) });
}

/** One file per reference, as media returns them. */
export function takenFiles(body: ClaimBody): FileData[] {
  const { workspaceId, outputId } = body;
  const references = [
    ...body.attachments.map((reference) => ({ role: 'input' as const, reference })),
    ...body.outputAttachments.map((reference) => ({ role: 'output' as const, reference })),
  ];
  return references.map(({ role, reference }, index) => ({
    role,
    key: `${workspaceId}/${outputId}/${index}-file.txt`,
    filename: reference.filename ?? 'file.txt',
    contentType: 'text/plain',
    sizeBytes: 7,
    label: reference.label ?? null,
  }));
}
