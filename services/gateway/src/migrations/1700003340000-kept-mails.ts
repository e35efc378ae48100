import { SqlMigration } from '@output-review/runtime';

export class KeptMails1700003340000 extends SqlMigration {
  readonly sql = `
      -- Mails that the mail server has not accepted yet, encrypted because of their links. Blank: of an account.
      CREATE TABLE kept_mails (
        workspace_id text        NOT NULL,
        id           text        NOT NULL,
        sealed       text        NOT NULL,
        due_at       timestamptz NOT NULL,
        until        timestamptz NOT NULL,
        PRIMARY KEY (workspace_id, id)
      );
      CREATE INDEX kept_mails_due ON kept_mails (due_at);
    `;
}
