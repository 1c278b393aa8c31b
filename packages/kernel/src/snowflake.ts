/** https://docs.discord.com/developers/reference#snowflakes */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Returns the creation time of a Discord id, which begins with it. */
export const bornAt = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS);

/** Returns the smallest id of a time, or zero for times before Discord's epoch. */
export const firstIdAt = (ms: number): string => String(BigInt(Math.max(0, ms - DISCORD_EPOCH_MS)) << 22n);
