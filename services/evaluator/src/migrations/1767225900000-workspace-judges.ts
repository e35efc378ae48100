import { SqlMigration } from '@output-review/runtime';

export class WorkspaceJudges1767225900000 extends SqlMigration {
  readonly sql = `
      -- The judge settings of a workspace. Without a row, the operator's judge is asked.
      CREATE TABLE workspace_judges (
        workspace_id       text    PRIMARY KEY,
        default_provider   text,
        skips_when_flagged boolean NOT NULL DEFAULT false
      );

      CREATE TABLE judge_providers (
        workspace_id text    NOT NULL REFERENCES workspace_judges ON DELETE CASCADE,
        provider     text    NOT NULL,
        position     integer NOT NULL,
        model        text    NOT NULL,
        base_url     text,
        -- Encrypted for this workspace, provider and address. The key itself is stored nowhere.
        sealed_key   text,
        PRIMARY KEY (workspace_id, provider)
      );
    `;
}
