/** https://docs.discord.com/developers/reference#snowflakes */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Discord's ids begin with the moment at which they were made. */
export const bornAt = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS);

/** The first id of a moment; the oldest of all, where Discord was not there yet. */
export const firstIdAt = (ms: number): string => String(BigInt(Math.max(0, ms - DISCORD_EPOCH_MS)) << 22n);
