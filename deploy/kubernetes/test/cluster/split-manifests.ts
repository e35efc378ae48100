/** The documents of a YAML file as written, so that the API server parses them itself. */
export function splitManifests(text: string): string[] {
  return text.split(/^---$/m).filter((document) => /^kind:/m.test(document));
}
