import { LOCALE } from './locale.ts';

const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });

/** The day and the minute, in the reader's zone. */
export const formatTime = (at: Date): string => EXACT.format(at);
/** The day, in the reader's zone. */
export const formatDay = (at: Date): string => DAY.format(at);
