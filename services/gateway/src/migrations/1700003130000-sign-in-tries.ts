import { SqlMigration } from '@output-review/runtime';

export class SignInTries1700003130000 extends SqlMigration {
  readonly sql = `
      -- Passwords that were wrong or are being checked, by the hash of the key that counts them. Those of the last
      -- minute count.
      CREATE TABLE sign_in_tries (
        id  text        NOT NULL,
        key text        NOT NULL,
        at  timestamptz NOT NULL,
        PRIMARY KEY (id, key)
      );
      CREATE INDEX sign_in_tries_key ON sign_in_tries (key, at);
    `;
}
