import { z } from 'zod';
import { createControls as create } from '../platform/controls.ts';
import { type Control, ControlError } from '../world.ts';
import { deliver } from './webhooks.ts';
import { nextVoteOf, type TopggWorld, type Vote, weightOf } from './world.ts';

const user = z.string().regex(/^\d{5,20}$/);

const bodies = {
  vote: z.strictObject({ user }),
  again: z.strictObject({ times: z.number().int().min(1).max(20).default(1) }),
  test: z.strictObject({ user: user.default('100000000000000001') }),
  forge: z.strictObject({ user }),
  version: z.strictObject({ version: z.enum(['v1', 'v0']) }),
  callback: z.strictObject({ url: z.url().nullable() }),
} as const;

/** Makes a person vote, as on the page. */
export function cast(world: TopggWorld, userId: string): Vote {
  const vote = makeVote(world, userId);
  world.votes.set(vote.id, vote);
  deliver(world, vote);
  return vote;
}

function makeVote(world: TopggWorld, userId: string): Vote {
  const at = world.doors.now();
  return { id: Buffer.from(world.doors.bytes(9)).toString('hex'), userId, at, weight: weightOf(at) };
}

export const createControls = (world: TopggWorld): Record<string, Control> =>
  create(world, bodies, {
    vote({ user: userId }) {
      const next = nextVoteOf(world, userId);
      if (next) throw new ControlError(409, `They have voted, and can vote again at ${next.toISOString()}.`);
      return { id: cast(world, userId).id };
    },
    again({ times }) {
      const last = [...world.votes.values()].at(-1);
      if (!last) throw new ControlError(409, 'There are no votes yet.');
      for (let copy = 0; copy < times; copy += 1) deliver(world, last);
    },
    test: ({ user: userId }) => deliver(world, makeVote(world, userId), { kind: 'test' }),
    forge: ({ user: userId }) => deliver(world, makeVote(world, userId), { secret: 'whs_of_somebody_else' }),
    version({ version }) {
      world.version = version;
    },
    callback({ url }) {
      world.callbackUrl = url;
    },
  });
