/** The release that this source belongs to; a test compares it with package.json. */
export const RELEASE = '0.2.0';
