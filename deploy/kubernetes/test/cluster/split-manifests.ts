/** The single documents of a YAML file as they are written, so that the API server reads them itself. */
export function splitManifests(text: string): string[] {
  return text.split(/^---$/m).filter((document) => /^kind:/m.test(document));
}
