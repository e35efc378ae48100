/** What the URL and the secrets of a destination are sealed for: in another row they cannot be opened. */
export function placeOfDestination(destinationId: string): string {
  return `destination ${destinationId}`;
}
