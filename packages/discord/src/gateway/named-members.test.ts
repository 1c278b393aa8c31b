import { RoleId, ServerId, UserId } from '@tally/contract';
import { createSignals } from '@tally/infra/signal';
import { type Ctx, systemClock, systemRandom } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { askNamedMembers, namedMembers, readMembersAsk } from './named-members.ts';
import { ASK_MEMBERS_CHANNEL, NAMED_MEMBERS_CHANNEL } from './store/named-members.ts';

const serverId = ServerId.parse('100000000000000001');
const userOf = (place: number) => UserId.parse(String(200_000_000_000_000_000n + BigInt(place)));
const roles = Array.from({ length: 250 }, (_, place) => RoleId.parse(String(300_000_000_000_000_000n + BigInt(place))));

/** Connects the requesting process and the bot through database notifications. Discord knows these people. */
function join(known: ReadonlySet<string>, { isAnswering = true } = {}) {
  const hears = new Map<string, (text: string) => void>();
  const sizes: number[] = [];
  const asked: string[][] = [];
  const db = {
    async execute({ queryChunks }: { queryChunks: readonly unknown[] }) {
      const [channel, payload] = queryChunks.filter((each) => typeof each === 'string');
      sizes.push(Buffer.byteLength(String(payload)));
      if (channel === NAMED_MEMBERS_CHANNEL) hears.get(NAMED_MEMBERS_CHANNEL)?.(String(payload));
      if (channel === ASK_MEMBERS_CHANNEL && isAnswering) await answer(String(payload));
    },
  };
  const within = async (_ms: number, work: Promise<void>) => await Promise.race([work, Promise.resolve()]);
  const ctx = {
    db,
    signals: createSignals({
      clock: systemClock,
      random: systemRandom,
      async listen(channel, hear) {
        hears.set(channel, hear);
        return async () => {};
      },
    }),
    timers: { within },
    random: systemRandom,
  } as unknown as Ctx;
  async function answer(text: string): Promise<void> {
    const { named } = readMembersAsk(text) ?? {};
    if (!named) throw new Error('nobody was named');
    asked.push([...named.userIds]);
    const here = named.userIds.filter((id) => known.has(id));
    const members = here.map((id) => ({
      user: { id, username: 'x' },
      roles,
      joined_at: '2026-01-01T00:00:00.000Z',
      premium_since: null,
    }));
    const notFound = named.userIds.filter((id) => !known.has(id));
    const told = { serverId, userIds: here, presences: [], nonce: named.nonce, members, notFound };
    await namedMembers[0]?.run(ctx, told as never);
  }
  return { ctx, sizes, asked };
}

describe('members who are requested by id', () => {
  it('arrive with all of their roles, in notifications that the database accepts, a hundred per request', async () => {
    const userIds = Array.from({ length: 130 }, (_, place) => userOf(place));
    const { ctx, sizes, asked } = join(new Set(userIds.slice(1)));
    const found = await askNamedMembers(ctx, { serverId, userIds });
    expect([...found.keys()]).toEqual(userIds.slice(1));
    expect(found.get(userOf(1))).toEqual({
      userId: userOf(1),
      isBot: false,
      roleIds: roles,
      joinedAt: new Date('2026-01-01T00:00:00Z'),
      boostingSince: null,
    });
    expect(asked.map((ids) => ids.length)).toEqual([100, 30]);
    expect(Math.max(...sizes)).toBeLessThan(8_000);
  });

  it('are not mentioned where the API does not answer', async () => {
    const { ctx } = join(new Set([userOf(1)]), { isAnswering: false });
    expect(await askNamedMembers(ctx, { serverId, userIds: [userOf(1)] })).toEqual(new Map());
  });
});

it.each(['', 'x', `${serverId} n`, `${serverId} n x`, `${serverId} ${'n'.repeat(33)} ${userOf(1)}`])(
  '%j is no question',
  (text) => expect(readMembersAsk(text)).toBeNull(),
);

it('without names it is about all of them', () => expect(readMembersAsk(serverId)).toEqual({ serverId }));
