/** A plan without limits also has a number, which is not meant for people. */
export const isUnlimited = (limit: number): boolean => limit >= 10_000;
