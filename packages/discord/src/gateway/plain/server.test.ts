import { UserId } from '@tally/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBySchema } from '../state/apply.ts';
import { odd, spoil } from './__fixtures__/odd.ts';
import { readPlainly } from './server.ts';

const botId = UserId.parse('900000000000000001');
const id = fc.bigInt({ min: 10_000n, max: (1n << 64n) - 1n }).map(String);
const bits = fc.bigInt({ min: 0n, max: 1n << 60n }).map(String);
const name = fc.string({ unit: 'grapheme', maxLength: 20 });
const role = fc.record(
  {
    id,
    name,
    color: fc.nat(),
    position: fc.nat(),
    permissions: bits,
    managed: fc.boolean(),
    mentionable: fc.boolean(),
    icon: fc.constant(null),
  },
  { requiredKeys: ['id', 'name', 'position', 'permissions'] },
);
const channel = fc.record(
  {
    id,
    name: fc.option(name),
    type: fc.nat(20),
    guild_id: id,
    parent_id: fc.option(id),
    position: fc.nat(),
    permission_overwrites: fc.array(fc.record({ id, type: fc.constantFrom(0, 1), allow: bits, deny: bits }), {
      maxLength: 3,
    }),
    nsfw: fc.boolean(),
    topic: name,
  },
  { requiredKeys: ['id', 'type'] },
);
const member = fc.record({ user: fc.record({ id: fc.oneof(id, fc.constant<string>(botId)) }), roles: fc.array(id) });
const server = fc.record(
  {
    id,
    name,
    icon: fc.option(fc.stringMatching(/^[a-f0-9]{32}$/)),
    owner_id: id,
    member_count: fc.nat(),
    roles: fc.array(role, { maxLength: 5 }),
    channels: fc.array(channel, { maxLength: 5 }),
    members: fc.array(member, { maxLength: 4 }),
  },
  { requiredKeys: ['id', 'name', 'owner_id', 'roles', 'channels'] },
);

/** Returns null if the schema throws. */
const bySchema = (data: unknown) => {
  try {
    return readBySchema(data, botId);
  } catch {
    return null;
  }
};

test('a server as Discord writes it is read by hand, and as the schemas read it', () => {
  fc.assert(
    fc.property(server, (data) => {
      expect(readPlainly(data, botId)).toEqual(readBySchema(data, botId));
    }),
    { numRuns: 300 },
  );
});

test('with anything odd somewhere inside it either reads the same or leaves it to the schemas', () => {
  fc.assert(
    fc.property(server, odd, fc.nat(), (data, value, which) => {
      if (!spoil(data, value, which)) return;
      const read = readPlainly(data, botId);
      expect(read ?? bySchema(data)).toEqual(bySchema(data));
    }),
    { numRuns: 1000 },
  );
});
