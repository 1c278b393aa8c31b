/** A plan without limits has a number too, but people should not see it. */
export const isUnlimited = (limit: number): boolean => limit >= 10_000;
