import { join } from 'node:path';

import { SERVICES } from '@output-review/contracts';
import { writePrivateFile } from '@output-review/runtime';

import { connectionSettings, type Settings, storeSettings } from './service-settings.ts';
import type { StackAddresses } from './stack-addresses.ts';
import type { StackSecrets } from './stack-secrets.ts';

/** What the operator's commands are told, setup and backups: where the servers are, and the keys. */
export function operatorSettings(
  addresses: StackAddresses,
  { encryptionKey, auditKey }: StackSecrets,
  given: Settings,
): Settings {
  const databases = SERVICES.map(
    (name) => [`${name.toUpperCase()}_DATABASE_URL`, addresses.databaseUrlOf(name)] as const,
  );
  return {
    ...Object.fromEntries(databases),
    ...connectionSettings(addresses),
    ...addresses.kafkaSettingsOf('admin'),
    ...storeSettings(addresses.storeAdmin),
    ENCRYPTION_KEY: given['ENCRYPTION_KEY'] ?? encryptionKey,
    AUDIT_KEY: given['AUDIT_KEY'] ?? auditKey,
  };
}

/** For a shell to read: `set -a; . .stack/operator.env`. */
export async function writeOperatorSettings(dataDir: string, settings: Settings): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  await writePrivateFile(join(dataDir, 'operator.env'), lines.join(''));
}
