import { createHash } from 'node:crypto';
import { ChannelId, type GiveawayMessageType, type ServerId, UserId } from '@tally/contract';
import { type Ctx, days, hours, say } from '@tally/kernel';
import { type Terms, wholeTerms } from '../../match/terms.ts';
import type { GiveawayScene } from '../../render/index.ts';
import type { DrawnRow, GiveawayRow } from '../../tables.ts';

type Facts = Pick<GiveawayScene, 'row' | 'terms' | 'draw' | 'drawn'>;
type State = 'running' | 'drawing' | 'ended';

const ID = 'gw_example';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const names = ['Grace', 'Linus'] as const;
const ids = names.map((_, place) => UserId.parse(`${100_000_000_000_000_001n + BigInt(place)}`));

/** Invents a giveaway for a preview. It is not stored, and its hashes are fake. */
export function exampleOf(
  ctx: Ctx,
  serverId: ServerId,
  { type, hostId }: { readonly type: GiveawayMessageType; readonly hostId: UserId },
): Facts {
  const terms = wholeTerms({
    name: say(ctx.locale, 'giveaways.examplePrize'),
    durationMinutes: 1440,
    winnerCount: names.length,
  });
  const state = type === 'giveaway' ? 'running' : 'ended';
  return factsOf(ctx, { serverId, terms, hostId, state, number: type === 'giveawayRerolled' ? 2 : 1 });
}

interface Imagined {
  readonly serverId: ServerId;
  readonly terms: Terms;
  readonly hostId: UserId | null;
  readonly state: State;
  readonly number?: number;
  readonly endsAt?: Date | null;
  readonly hasCodeword?: boolean;
}

/** Invents a giveaway with these terms in the given state, and with invented people. */
export function factsOf(ctx: Ctx, about: Imagined): Facts {
  const { serverId, terms, hostId, state, number = 1, hasCodeword = false } = about;
  const now = ctx.clock.now();
  const isRunning = state === 'running';
  const endsAt = about.endsAt === undefined ? new Date(now.getTime() + (isRunning ? days(1) : 0)) : about.endsAt;
  const drawn = state === 'ended' ? winnersOf(number, terms.winnerCount) : [];
  const row: GiveawayRow = {
    id: ID,
    serverId,
    channelId: ChannelId.parse('100000000000000000'),
    hostId,
    state,
    settings: null,
    // The message shows only whether there is a codeword, not the word.
    codeword: hasCodeword ? '' : null,
    createdAt: now,
    startsAt: now,
    startedAt: now,
    endsAt,
    pausedAt: null,
    closedAt: isRunning ? null : endsAt,
    endedAt: state === 'ended' ? now : null,
    claimUntil: state === 'ended' ? new Date(now.getTime() + hours(24)) : null,
    draw: number,
    people: 412,
    tickets: 530,
    hasEntries: true,
    shownPeople: 412,
    countedAt: null,
    messageRound: 1,
    messageKey: null,
    messageId: null,
    isMessageLost: false,
    frozenAt: null,
    inviteCode: null,
  };
  const draw: Facts['draw'] = {
    giveawayId: ID,
    number,
    commitment: hashOf('seed'),
    seed: '',
    winners: terms.winnerCount,
    leavesOutWinners: true,
    sheetHash: isRunning ? null : hashOf('sheet'),
    people: 412,
    tickets: 530,
    round: isRunning ? null : 34_242_362,
    signature: null,
    abandoned: [],
    closedAt: null,
    publishedAt: null,
    postId: null,
    drawnAt: null,
  };
  return { row, terms, draw, drawn };
}

const winnersOf = (number: number, most: number): DrawnRow[] =>
  names.slice(0, most).map((username, place) => ({
    giveawayId: ID,
    number,
    place: place + 1,
    key: hashOf(username),
    userId: ids[place] ?? null,
    username,
    salt: null,
    outcome: 'won',
    reason: null,
    claimedAt: null,
    isReplaced: false,
  }));
