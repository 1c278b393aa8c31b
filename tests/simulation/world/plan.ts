import { ChannelId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import {
  amend,
  type FanOut,
  type Intention,
  intend,
  reconsider,
  type Target,
  withdraw,
} from '@tally/pipeline/delivery';
import type { Dice } from './dice.ts';
import { OWNER, payloadOf, wordOf } from './owner.ts';

export const SERVER = ServerId.parse('500000000000000001');
export const channels = ['600000000000000001', '600000000000000002'].map((id) => ChannelId.parse(id));

/** An action of a feature, in any process. It is repeated if that process could not finish it. */
export interface Deed {
  readonly kind: 'deed';
  readonly atMs: number;
  readonly name: string;
  /** The keys of the messages that this action creates. */
  readonly keys?: readonly string[];
  readonly work: (ctx: Ctx) => Promise<unknown>;
}

/** An event in Discord. */
export interface Incident {
  readonly kind: 'incident';
  readonly atMs: number;
  readonly name:
    | 'message deleted'
    | 'permission lost'
    | 'history lost'
    | 'webhook deleted'
    | 'channel deleted'
    | 'database dies'
    | 'webhooks forbidden'
    | 'token refused';
  readonly key: string;
  readonly forMs: number;
}

export type Step = Deed | Incident;

export interface Meant {
  readonly key: string;
  readonly target: Target;
  readonly isReady: boolean;
  readonly about: Record<string, unknown>;
}

const HOUR_MS = 3_600_000;

export function drawPlan(dice: Dice): Step[] {
  const count = dice.pick([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 12]);
  const rooms = dice.pick([1, 1, 2]);
  const steps: Step[] = [];
  const word = dice.once(10) ? 'same' : null;
  const meant = Array.from({ length: count }, (_, place) => drawMeant(dice, `k${place}`, { rooms, word }));
  const parts = dice.pick([1, 1, 2]);
  for (let part = 0; part < parts; part += 1) {
    const own = meant.filter((_, place) => place % parts === part);
    const atMs = dice.draw(3) * 400;
    const giveUpMs = dice.pick([HOUR_MS, HOUR_MS, HOUR_MS, 30_000]);
    const inTransaction = dice.once(2);
    if (own.length > 0) steps.push(announces(own, { atMs, giveUpMs, inTransaction }));
  }
  const changes = dice.pick([0, 1, 1, 2, 3, 4]);
  for (let place = 1; place <= changes; place += 1) steps.push(drawChange(dice, meant, place));
  return steps;
}

/** A message of the bot for the first channel. */
export const meant = (key: string, { about = {}, ...target }: Partial<Target> = {}): Meant => ({
  key,
  target: { dedupeKey: key, serverId: SERVER, subject: 'ada', channelId: channels[0] as ChannelId, ...target },
  about: { v: 0, ...about },
  isReady: false,
});

/** If `word` is set, all messages have the same text. */
function drawMeant(dice: Dice, key: string, { rooms, word }: { rooms: number; word: string | null }): Meant {
  const face = dice.once(4);
  const about = {
    v: 0,
    ...(word ? { word } : {}),
    ...(dice.once(3) ? { ping: true } : {}),
    ...(face ? { face } : {}),
    ...(dice.once(8) ? { publish: true } : {}),
    ...(dice.once(8) ? { thread: true } : {}),
  };
  const target: Target = {
    dedupeKey: key,
    serverId: SERVER,
    subject: 'ada',
    channelId: channels[dice.draw(rooms)] as ChannelId,
    lane: face ? 'webhook' : dice.pick(['bot', 'bot', 'either'] as const),
    priority: dice.once(4) ? 1 : 0,
    ...(dice.once(20) ? { skip: 'quietHours' as const } : {}),
  };
  return { key, target, about, isReady: !face && dice.once(4) };
}

const fanOut = (ctx: Ctx, giveUpMs: number): FanOut => {
  const now = ctx.clock.now();
  return { owner: OWNER, kind: 'live', detectedAt: now, giveUpAt: new Date(now.getTime() + giveUpMs) };
};

export function announces(those: readonly Meant[], { atMs = 0, giveUpMs = HOUR_MS, inTransaction = false } = {}): Deed {
  return {
    kind: 'deed',
    atMs,
    name: `announces ${those.map(({ key }) => key).join(' ')}`,
    keys: those.map(({ key }) => key),
    async work(ctx) {
      const about = fanOut(ctx, giveUpMs);
      const rows = those.map(
        (each): Intention => ({
          ...about,
          ...each.target,
          about: each.about,
          payload: each.isReady ? payloadOf(each.key, each.about) : null,
        }),
      );
      const insert = (tx: Db) => intend(ctx, tx, rows);
      await (inTransaction ? ctx.db.transaction(insert) : insert(ctx.db));
    },
  };
}

/** Changes one message in a separate transaction. */
function changes(
  { key }: Meant,
  atMs: number,
  name: string,
  work: (ctx: Ctx, tx: Db, giveUpAt: Date) => Promise<unknown>,
): Deed {
  return {
    kind: 'deed',
    atMs,
    name: `${name} ${key}`,
    work: (ctx) => ctx.db.transaction((tx) => work(ctx, tx, new Date(ctx.clock.now().getTime() + HOUR_MS))),
  };
}

export function says(meant: Meant, atMs: number, facts: { readonly v: number; readonly ping?: boolean }): Deed {
  const { key, isReady, about } = meant;
  return changes(meant, atMs, `says v${facts.v} in`, (ctx, tx, giveUpAt) => {
    const payload = isReady ? payloadOf(key, { ...about, ...facts }) : undefined;
    return amend(ctx, tx, [key], { about: facts, payload, giveUpAt });
  });
}

export const withdraws = (meant: Meant, atMs: number): Deed =>
  changes(meant, atMs, 'withdraws', (ctx, tx, giveUpAt) => withdraw(ctx, tx, [meant.key], { giveUpAt }));

export const incident = ({ key, about }: Meant, atMs: number, name: Incident['name'], forMs = 0): Incident => ({
  kind: 'incident',
  atMs,
  name,
  key: wordOf({ dedupeKey: key, about }),
  forMs,
});

function drawChange(dice: Dice, all: readonly Meant[], v: number): Step {
  const meant = dice.pick(all);
  const { key, target } = meant;
  const atMs = dice.pick([0, 200, 1_000, 2_500, 8_000, 25_000, 40_000]) + dice.draw(3) * 150;
  switch (9 - dice.draw(10)) {
    case 0:
      return withdraws(meant, atMs);
    case 1:
      return changes(meant, atMs, 'skips', (ctx, tx, giveUpAt) =>
        amend(ctx, tx, [key], { about: { skip: true }, giveUpAt }),
      );
    case 2:
      return changes(meant, atMs, 'decides again about', (ctx, tx) => {
        const moved = { ...target, skip: undefined, channelId: channels[v % 2] as ChannelId, about: { skip: false } };
        return reconsider(ctx, tx, fanOut(ctx, HOUR_MS), [moved]);
      });
    case 3:
      return incident(meant, atMs, 'message deleted');
    case 4:
      return incident(meant, atMs, dice.pick(['permission lost', 'history lost'] as const), dice.pick([3_000, 10_000]));
    case 5:
      return incident(meant, atMs, dice.once(3) ? 'channel deleted' : 'webhook deleted');
    default:
      return says(meant, atMs, { v, ...(dice.once(3) ? { ping: dice.once(2) } : {}) });
  }
}
