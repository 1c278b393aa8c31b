/** https://docs.discord.com/developers/reference#snowflakes */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** The creation time of a Discord id. Ids begin with it. */
export const bornAt = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS);

/** The smallest id of a moment; zero for moments before Discord's epoch. */
export const firstIdAt = (ms: number): string => String(BigInt(Math.max(0, ms - DISCORD_EPOCH_MS)) << 22n);
