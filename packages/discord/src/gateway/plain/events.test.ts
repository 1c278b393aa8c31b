import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { events } from '../events.ts';
import { odd, spoil } from './__fixtures__/odd.ts';
import { plainly, readEvent } from './events.ts';

type ByHand = Exclude<keyof typeof events, 'interaction'>;

const id = fc.bigInt({ min: 10_000n, max: (1n << 64n) - 1n }).map(String);
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const maybe = fc.option(text);
const moment = fc.option(fc.constantFrom('2026-01-15T12:00:00.000000+00:00', '', 'soon'));
const user = fc.record(
  {
    id,
    username: text,
    discriminator: text,
    global_name: maybe,
    avatar: maybe,
    banner: maybe,
    accent_color: fc.option(fc.nat()),
    bot: fc.boolean(),
    email: maybe,
    locale: maybe,
    public_flags: fc.nat(),
  },
  { requiredKeys: ['id', 'username'] },
);
const memberShape = {
  guild_id: id,
  user,
  nick: maybe,
  avatar: maybe,
  roles: fc.array(id, { maxLength: 4 }),
  joined_at: moment,
  premium_since: moment,
  communication_disabled_until: moment,
  pending: fc.boolean(),
  deaf: fc.boolean(),
};
const member = fc.record(memberShape, { requiredKeys: ['guild_id', 'roles'] });
const bits = fc.bigInt({ min: 0n, max: 1n << 60n }).map(String);
const role = fc.record({
  guild_id: id,
  role: fc.record(
    { id, name: text, color: fc.nat(), position: fc.nat(), permissions: bits, managed: fc.boolean() },
    { requiredKeys: ['id', 'name', 'position', 'permissions'] },
  ),
});
const overwrite = fc.record({ id, type: fc.constantFrom(0, 1), allow: bits, deny: bits });
const channel = fc.record(
  {
    id,
    guild_id: id,
    name: fc.option(text),
    type: fc.nat(20),
    parent_id: fc.option(id),
    position: fc.nat(),
    permission_overwrites: fc.array(overwrite, { maxLength: 3 }),
    nsfw: fc.boolean(),
    topic: text,
  },
  { requiredKeys: ['id', 'type'] },
);
const place = { id, channel_id: id, guild_id: id };
const message = fc.record(
  {
    ...place,
    author: user,
    webhook_id: id,
    application_id: id,
    content: text,
    mentions: fc.constant([]),
    nonce: fc.option(fc.oneof(text, fc.nat())),
    embeds: fc.constant([]),
  },
  { requiredKeys: ['id', 'channel_id', 'author'] },
);
const emoji = fc.record({ id: fc.option(id), name: maybe, animated: fc.boolean() }, { requiredKeys: [] });
const reaction = fc.record(
  { guild_id: id, channel_id: id, message_id: id, user_id: id, message_author_id: id, emoji, burst: fc.boolean() },
  { requiredKeys: ['channel_id', 'message_id', 'user_id', 'emoji'] },
);
const activity = fc.record(
  { type: fc.nat(), name: maybe, url: maybe, state: maybe, created_at: fc.nat() },
  { requiredKeys: ['type'] },
);
const presence = fc.record(
  { guild_id: id, user: fc.record({ id }), status: text, activities: fc.option(fc.array(activity, { maxLength: 3 })) },
  { requiredKeys: ['guild_id', 'user'] },
);
const somewhere = fc.record(place, { requiredKeys: ['id', 'channel_id'] });

const told: Partial<Record<ByHand, fc.Arbitrary<object>>> = {
  memberJoined: member,
  memberChanged: member,
  memberLeft: fc.record({ guild_id: id, user }),
  roleMade: role,
  roleChanged: role,
  channelMade: channel,
  channelChanged: channel,
  channelDeleted: channel,
  messagePosted: message,
  messageChanged: somewhere,
  messageDeleted: somewhere,
  reactionAdded: reaction,
  reactionRemoved: reaction,
  presenceChanged: presence,
};

/** Returns undefined if the reader throws. */
const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
const bySchema = (event: ByHand, data: unknown) => attempt(() => events[event].data.parse(data));

test('every event that is read by hand is held to its schema here', () => {
  expect(Object.keys(told).toSorted()).toEqual(Object.keys(plainly).toSorted());
});

describe.each(Object.entries(told) as [ByHand, fc.Arbitrary<object>][])('%s', (event, shape) => {
  test('as Discord writes it, it is read by hand, and as the schema reads it', () => {
    fc.assert(
      fc.property(shape, (data) => {
        expect(plainly[event]?.(data as never)).toEqual(bySchema(event, data));
      }),
      { numRuns: 60 },
    );
  });

  test('returns what the schema returns for odd values, and nothing where the schema throws', () => {
    fc.assert(
      fc.property(shape, odd, fc.nat(), (data, value, which) => {
        spoil(data, value, which);
        expect(attempt(() => readEvent(event, data))).toEqual(bySchema(event, data));
      }),
      { numRuns: 120 },
    );
  });
});

test('a message with embeds is left to the schema', () => {
  const posted = { id: '70000', channel_id: '80000', author: { id: '90000', username: 'owl' } };
  const data = { ...posted, embeds: [{ title: 'Live', color: 5 }] };
  expect(plainly.messagePosted?.(data)).toBeNull();
  expect(readEvent('messagePosted', data)).toMatchObject({ messageId: '70000', embeds: [{ title: 'Live' }] });
});

test.each([null, undefined, 7, 'text', [], {}])('%j is no event', (data) => {
  for (const event of Object.keys(told) as ByHand[]) expect(attempt(() => readEvent(event, data))).toBeUndefined();
});
