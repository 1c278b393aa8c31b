import { type ServerId, syncableRoleKeys, syncPlatforms } from '@tally/contract';
import { knownSet } from '@tally/infra/cache';
import { minutes } from '@tally/kernel';
import { listServersThatSet } from '../../streamers/index.ts';

/** The servers in which a creator gives roles. */
export const { list: concernedServers, peek: peekConcerned } = knownSet<ServerId>(
  'role-sync/concerned',
  minutes(5),
  (ctx) => listServersThatSet(ctx.db, syncPlatforms, [...syncableRoleKeys, 'giftedSubRoles']),
);
