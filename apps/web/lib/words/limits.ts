/** Unlimited plans use a large number, which people should not see. */
export const isUnlimited = (limit: number): boolean => limit >= 10_000;
