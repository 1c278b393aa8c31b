/** A plan without limits has a number as well; nobody has to read it. */
export const isUnlimited = (limit: number): boolean => limit >= 10_000;
