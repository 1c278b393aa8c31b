import { z } from 'zod';
import { user } from '../wire/access.ts';
import { isoDate, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count } from '../wire/fields.ts';

/** A person's votes for the bot on top.gg. */
export const VoteState = z
  .object({
    /** False if this installation receives no votes. No feature then depends on them. */
    isOn: z.boolean(),
    total: count,
    lastVotedAt: isoDate.nullable(),
    /** Until when the latest vote counts. Null if it has expired, or if there was none. */
    validUntil: isoDate.nullable(),
    /** True if the person wants a reminder when they can vote again. */
    wantsReminder: z.boolean(),
  })
  .meta({ id: 'VoteState' });
export type VoteState = z.infer<typeof VoteState>;

export const votes = {
  getVotes: endpoint({
    method: 'GET',
    path: '/votes',
    summary: "The caller's votes, and until when they count.",
    access: user,
    reply: VoteState,
  }),
  updateVotes: endpoint({
    method: 'PATCH',
    path: '/votes',
    summary: 'Switches the reminder to vote again on or off.',
    access: user,
    body: z.object({ wantsReminder: z.boolean() }).meta({ id: 'VotesBody' }),
    reply: sentence,
  }),
} as const satisfies Home;
