import { RoleId, ServerId, UserId } from '@tally/contract';
import type { Topic } from '@tally/infra/signal';
import { type Ctx, seconds } from '@tally/kernel';
import { z } from 'zod';
import { Member } from '../rest/external/index.ts';
import { on } from './listeners.ts';
import { ASK_MEMBERS_CHANNEL, callOut, NAMED_MEMBERS_CHANNEL } from './store/named-members.ts';

/** Discord accepts this many members per request, without a privileged intent. */
const MOST_NAMED = 100;
/** A response usually takes a few hundredths of a second. If no process holds the server, none arrives. */
const WAIT_MS = seconds(3);
/** Postgres allows 8,000 bytes in one notification. */
const MOST_BYTES = 7_000;

/** A member as Discord has just returned them. */
export interface NamedMember extends Pick<Member, 'roleIds' | 'joinedAt' | 'boostingSince'> {
  readonly userId: UserId;
  readonly isBot: boolean;
}

/** A request to the process that holds the server: all of its members, or the named ones. */
export interface MembersAsk {
  readonly serverId: ServerId;
  readonly named?: { readonly nonce: string; readonly userIds: readonly UserId[] } | undefined;
}

const Named = z.object({ nonce: z.string().min(1).max(32), userIds: z.array(UserId).min(1).max(MOST_NAMED) });

const writeAsk = ({ serverId, named }: MembersAsk): string =>
  named ? [serverId, named.nonce, named.userIds.join(',')].join(' ') : serverId;

/** Returns null if this is not one of our requests. */
export function readMembersAsk(text: string): MembersAsk | null {
  const [id, nonce, ids] = text.split(' ');
  const serverId = ServerId.safeParse(id);
  if (!serverId.success) return null;
  if (nonce === undefined) return { serverId: serverId.data };
  const named = Named.safeParse({ nonce, userIds: ids?.split(',') });
  return named.success ? { serverId: serverId.data, named: named.data } : null;
}

const Answer = z.object({
  nonce: z.string(),
  members: z.array(z.tuple([UserId, z.boolean(), z.array(RoleId), z.number().nullable(), z.number().nullable()])),
  /** Users that are not members, or whose data we cannot read. */
  others: z.array(UserId),
});
type Answer = z.output<typeof Answer>;

/** In the bot: passes Discord's response to the process that requested it. */
export const namedMembers = [
  on('membersTold', async (ctx, { nonce, members, notFound }) => {
    if (nonce === null) return;
    const read = members.flatMap((member) => Member.safeParse(member).data ?? []);
    const rows = read.flatMap(({ user, roleIds, joinedAt, boostingSince }): Answer['members'] =>
      user ? [[user.id, user.isBot, roleIds, joinedAt?.getTime() ?? null, boostingSince?.getTime() ?? null]] : [],
    );
    for (const part of partsOf(rows)) await tell(ctx, { nonce, members: part, others: [] });
    await tell(ctx, { nonce, members: [], others: notFound });
  }),
];

const tell = async (ctx: Ctx, answer: Answer): Promise<void> =>
  await callOut(ctx.db, NAMED_MEMBERS_CHANNEL, JSON.stringify(answer));

function partsOf(rows: Answer['members']): Answer['members'][] {
  const parts: Answer['members'][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = JSON.stringify(row).length + 1;
    if (bytes + size > MOST_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(row);
    bytes += size;
  }
  return parts;
}

/** Responses by the nonce of their request. */
const answers: Topic<Answer> = {
  channel: NAMED_MEMBERS_CHANNEL,
  read(text) {
    const answer = Answer.parse(JSON.parse(text));
    return [[answer.nonce, answer]];
  },
};

const asDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/**
 * Reads members of a server, a hundred per request, because Discord allows only five single requests a second. A member
 * missing from the result is unknown: they may have left, or no process could ask. The caller has to check another way.
 */
export async function askNamedMembers(
  ctx: Ctx,
  { serverId, userIds }: { readonly serverId: ServerId; readonly userIds: readonly UserId[] },
): Promise<ReadonlyMap<UserId, NamedMember>> {
  const found = new Map<UserId, NamedMember>();
  for (let from = 0; from < userIds.length; from += MOST_NAMED) {
    const named = userIds.slice(from, from + MOST_NAMED);
    const nonce = ctx.random.uuid().replaceAll('-', '');
    const missing = new Set(named);
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = await ctx.signals.hear(answers, nonce, (answer) => {
      for (const [userId, isBot, roleIds, joined, boosting] of answer?.members ?? []) {
        found.set(userId, { userId, isBot, roleIds, joinedAt: asDate(joined), boostingSince: asDate(boosting) });
        missing.delete(userId);
      }
      for (const userId of answer?.others ?? []) missing.delete(userId);
      if (missing.size === 0) resolve();
    });
    try {
      await callOut(ctx.db, ASK_MEMBERS_CHANNEL, writeAsk({ serverId, named: { nonce, userIds: named } }));
      await ctx.timers.within(WAIT_MS, promise);
    } finally {
      leave();
    }
  }
  return found;
}

/** Requests all members with their presences. They arrive as `membersTold`. */
export const askAllMembers = async (ctx: Pick<Ctx, 'db'>, serverId: ServerId): Promise<void> =>
  await callOut(ctx.db, ASK_MEMBERS_CHANNEL, writeAsk({ serverId }));
