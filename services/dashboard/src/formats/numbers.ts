import { LOCALE } from './locale.ts';

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const SHARE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const USD_OPTIONS: Intl.NumberFormatOptions = {
  ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
};
const USD = new Intl.NumberFormat(LOCALE, USD_OPTIONS);
const SMALL_USD = new Intl.NumberFormat(LOCALE, { ...USD_OPTIONS, maximumFractionDigits: 4 });

export const formatNumber = (value: number): string => NUMBER.format(value);
export const formatPercent = (share: number): string => PERCENT.format(share);
/** Of percent, without the sign. */
export const formatPoints = (share: number): string => SHARE.format(share * 100);

/** What is less than a dollar, as a run of a model is, with hundredths of a cent. */
export function formatUsd(value: number): string {
  return (value !== 0 && Math.abs(value) < 1 ? SMALL_USD : USD).format(value);
}
