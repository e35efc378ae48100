import { SqlMigration } from '@output-review/runtime';

export class FileReservations1700000900000 extends SqlMigration {
  readonly sql = `
      -- Submissions whose files are being taken in, and the attempt that does it. An attempt without a row, or with the
      -- row of another attempt, cannot insert any more. Few rows at a time, each for a moment.
      CREATE TABLE file_reservations (
        workspace_id    text        NOT NULL,
        id              text        NOT NULL,
        attempt         uuid        NOT NULL,
        token_id        text        NOT NULL,
        idempotency_key text,
        fingerprint     text        NOT NULL,
        -- Until then no other attempt takes the ID or the key. A killed gateway keeps them no longer.
        lease_until     timestamptz NOT NULL,
        PRIMARY KEY (workspace_id, id)
      );

      CREATE UNIQUE INDEX file_reservations_key ON file_reservations (token_id, idempotency_key)
        WHERE idempotency_key IS NOT NULL;

      -- The attempt that took in the files of a submission. Null for those without files.
      ALTER TABLE submissions ADD COLUMN file_attempt uuid;
    `;
}
