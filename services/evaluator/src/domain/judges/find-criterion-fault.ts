/** What would be right, where a judge could make nothing of the criterion; null where it can. */
export function findCriterionFault(value: string): string | null {
  return /\p{L}/u.test(value)
    ? null
    : 'Must say in plain language what an output has to meet, such as "Promises no refund."';
}
