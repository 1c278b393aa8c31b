export interface ShardStatus {
  readonly shardId: number;
  readonly status: 'connecting' | 'ready' | 'resuming' | 'closed';
  readonly pingMs: number | null;
  readonly servers: number;
  readonly members: number;
}

/** Close codes after which a retry is useless, with their meaning. */
const fatal: ReadonlyMap<number, string> = new Map([
  [4004, 'Discord does not accept the bot token'],
  [4010, 'Discord does not accept the number of this shard'],
  [4011, 'the bot is in too many servers for so few shards'],
  [4012, 'Discord no longer speaks this version of the gateway'],
  [4013, 'an intent does not exist'],
  [4014, 'a privileged intent is not switched on in the developer portal'],
]);

export const fatalReason = (code: number): string | null => fatal.get(code) ?? null;
