import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { TestGateway } from '../../test/start-test-gateway.ts';
import { hangNextClaim } from '../../test/files/hang-next-claim.ts';
import type { MediaPeer } from '../../test/files/media-peer.ts';
import { useFilesGateway } from '../../test/files/start-files-gateway.ts';

const gateway = useFilesGateway();
let system: TestGateway;
let media: MediaPeer;

beforeAll(() => {
  ({ system, media } = gateway);
});

const submit = (id: string) =>
  system.tokenApi.post('/api/logs', {
    ...{ id, project: 'Files', output: 'text', attachments: [{ source: 'stored', key: 'k' }] },
  });
const attemptsOf = (id: string) =>
  media.claimed.filter(({ outputId }) => outputId === id).map(({ attempt }) => attempt);

describe('the states of claims', () => {
  test('are returned in the order of the request', async () => {
    const attempts = [
      '00000000-0000-7000-8000-000000000001',
      '00000000-0000-7000-8000-000000000002',
    ] as const;
    const { arrived, goOn } = hangNextClaim(media);
    const open = submit('open');
    const openClaim = await arrived;
    await submit('held');
    const { workspaceId } = openClaim;
    const heldClaim = {
      workspaceId,
      outputId: 'held',
      attempt: attemptsOf('held')[0] ?? '',
    };

    const states = await gateway.settle([
      { workspaceId, outputId: 'nobody', attempt: attempts[0] },
      heldClaim,
      openClaim,
      // Another attempt of the same output, and the same attempt of another workspace.
      { ...heldClaim, attempt: attempts[1] },
      { ...heldClaim, workspaceId: 'another' },
    ]);
    goOn();

    expect(states).toEqual(['gone', 'held', 'open', 'gone', 'gone']);
    expect((await open).status).toBe(202);
  });

  test('are gone once the output was deleted', async () => {
    await submit('deleted');
    const claim = media.claimed.filter(({ outputId }) => outputId === 'deleted');
    const before = await gateway.settle(claim);
    await system.sql.query(`UPDATE submissions SET deleted_at = now() WHERE id = 'deleted'`);

    expect([before, await gateway.settle(claim)]).toEqual([['held'], ['gone']]);
  });
});

test('removes what killed gateways left after an hour, and nothing younger', async () => {
  await system.sql.query(
    `INSERT INTO file_reservations (workspace_id, id, attempt, token_id, fingerprint, lease_until)
     SELECT 'w', 'left-' || hours, gen_random_uuid(), 't', 'f', now() - hours * interval '1 hour'
     FROM generate_series(0.5, 2, 0.5) AS hours`,
  );
  const third = await system.startAgain();
  await third.stop();

  const { rows } = await system.sql.query<{ id: string }>(
    `SELECT id FROM file_reservations WHERE workspace_id = 'w'`,
  );
  expect(rows).toEqual([{ id: 'left-0.5' }]);
});

test('makes media settle claims from the start on', async () => {
  await eventually(() => {
    expect(media.settledBy[0]).toEqual({ kind: 'service', service: 'gateway' });
  });
});
