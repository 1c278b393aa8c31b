import { Status } from '@tally/contract/status';
import { memories } from '../../lib/remembered.ts';

export const emptyStatus: Status = {
  devMode: false,
  shardsPerClusters: 0,
  database: 'offline',
  totalStreamers: 0,
  totalGiveaways: 0,
  totalNotifications: 0,
  totalStatChannels: 0,
  totalStatusRoles: 0,
  totalClips: 0,
  totalVods: 0,
  medianPostMs: null,
  totalClusters: 0,
  totalShards: 0,
  totalGuilds: 0,
  totalMembers: 0,
  clusters: [],
  missingIntents: [],
  topServers: [],
};

/** What this browser saw last, however old: better than nothing while the API is away. */
export function readCachedStatus(): Status | undefined {
  const read = Status.safeParse(memories.status.read()?.data);
  return read.success ? read.data : undefined;
}
