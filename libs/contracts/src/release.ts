/** The release of this source; a test compares it with package.json. */
export const RELEASE = '0.2.0';
