/** Appends the field errors to the message of a refusal, for a terminal that does not show the answer. */
export function withFields(message: string, fields: Readonly<Record<string, unknown>>): string {
  const faults = Object.entries(fields).map(([path, text]) => `${path}: ${String(text)}`);
  return faults.length === 0
    ? message
    : `${message.replace(/ See `fields`\.$/, '')} ${faults.join('; ')}`;
}
