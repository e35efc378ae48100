/** The message of a refusal with what is wrong with each field, for a terminal, where nobody sees the answer. */
export function withFields(message: string, fields: Readonly<Record<string, unknown>>): string {
  const faults = Object.entries(fields).map(([path, text]) => `${path}: ${String(text)}`);
  return faults.length === 0
    ? message
    : `${message.replace(/ See `fields`\.$/, '')} ${faults.join('; ')}`;
}
