import { ChannelId, type MessageId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Random } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { nonceOf } from '../../packages/pipeline/src/delivery/sending/nonce.ts';
import * as departures from '../../packages/pipeline/src/delivery/store/departures.ts';
import * as follows from '../../packages/pipeline/src/delivery/store/follows.ts';
import * as journal from '../../packages/pipeline/src/delivery/store/journal.ts';
import * as line from '../../packages/pipeline/src/delivery/store/line.ts';
import * as reconsider from '../../packages/pipeline/src/delivery/store/reconsider.ts';
import * as sightings from '../../packages/pipeline/src/delivery/store/sightings.ts';
import * as wanted from '../../packages/pipeline/src/delivery/store/wanted.ts';
import * as webhooks from '../../packages/pipeline/src/delivery/store/webhooks.ts';
import type { Delivery } from '../../packages/pipeline/src/delivery/tables.ts';

export const real = {
  ...line,
  ...departures,
  ...wanted,
  ...reconsider,
  ...sightings,
  ...webhooks,
  ...follows,
  ...journal,
};
export type Stores = typeof real;
export type Side = 'real' | 'memory';

/** The same row from both stores, because each store assigns its own fence. */
export type Pair = Readonly<Record<Side, Delivery>>;

export interface Scene {
  readonly random: Random;
  now: Date;
  /** Claimed rows, the newest last. */
  readonly claimed: Pair[];
  readonly followed: Pair[];
  /** The times at which messages were about to be sent. */
  readonly departed: Date[];
  /** Increases with each time used, so no two times are equal. */
  moments: number;
}

/** One call, made to both stores with the same arguments. */
export interface Call {
  readonly name: string;
  readonly make: (store: Stores, db: Db, side: Side) => Promise<unknown>;
  /** True if the order of the results matters. */
  readonly isOrdered?: boolean;
  /** True if omitted columns are null in one store and absent in the other. */
  readonly isPartial?: boolean;
  readonly keep?: (scene: Scene) => Pair[];
}

const server = ServerId.parse('100000');
const sessions = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

const pick = <T>({ random }: Scene, from: readonly T[]): T => from[random.int(from.length)] as T;
const chance = ({ random }: Scene, percent: number): boolean => random.int(100) < percent;
const some = <T>(scene: Scene, from: readonly T[]): T[] => {
  const chosen = from.filter(() => chance(scene, 45));
  return chosen.length > 0 ? chosen : [pick(scene, from)];
};
const keys = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'];
const channelOf = (scene: Scene) =>
  pick(scene, [ChannelId.parse('200010'), ChannelId.parse('200010'), ChannelId.parse('200011')]);
const messageOf = (scene: Scene) => pick(scene, ['20', '21', '22', '23', '24']) as MessageId;
const later = (scene: Scene, ms: readonly number[]): Date => {
  scene.moments += 1;
  return new Date(scene.now.getTime() + pick(scene, ms) + (scene.moments % 97));
};
const facts = (scene: Scene) =>
  pick<Record<string, unknown>>(scene, [
    {},
    { a: 1 },
    { b: 2 },
    { a: 1, b: 2 },
    { a: { c: [1, 2] } },
    { a: { c: [2] } },
  ]);
const payload = (scene: Scene) => ({ content: pick(scene, ['one', 'two']), allowed_mentions: noMentions });
const states = ['queued', 'posted', 'edited', 'removed', 'skipped', 'failed', 'unconfirmed'] as const;
const reasons = ['missingPermission', 'unknownChannel', 'quiet', 'discordDown'] as const satisfies readonly string[];
const reasonOf = (scene: Scene) => pick(scene, reasons) as Delivery['reason'] & string;
const lanes = ['bot', 'webhook', 'either'] as const;

function target(scene: Scene, dedupeKey: string) {
  return {
    dedupeKey,
    serverId: server,
    subject: 'ada',
    channelId: channelOf(scene),
    about: chance(scene, 50) ? facts(scene) : undefined,
    lane: chance(scene, 60) ? pick(scene, lanes) : undefined,
    priority: chance(scene, 30) ? 1 : undefined,
    skip: chance(scene, 20) ? reasonOf(scene) : undefined,
    turn: scene.now.getTime() + scene.random.int(3) * 1_000,
  };
}
const fanOut = (scene: Scene) => ({
  owner: pick(scene, ['one', 'two']),
  kind: pick(scene, ['live', 'end']),
  sessionId: chance(scene, 30) ? undefined : pick(scene, sessions),
  detectedAt: scene.now,
  origin: chance(scene, 50)
    ? {
        platform: pick(scene, ['kick', 'rumble'] as const),
        toldAt: scene.now,
        arrivedAt: chance(scene, 50) ? null : scene.now,
      }
    : undefined,
  giveUpAt: later(scene, [60_000]),
  reasonValues: chance(scene, 30) ? { n: 1 } : undefined,
});

function latest(scene: Scene, pairs: readonly Pair[]): Pair[] {
  const recent = pairs.slice(-6);
  if (recent.length === 0) return [];
  return [...new Map(some(scene, recent).map((pair) => [pair.real.id, pair])).values()];
}

function settlementOf(scene: Scene): line.Settlement {
  const chosen = {
    state: pick(scene, states),
    reason: chance(scene, 30) ? null : reasonOf(scene),
    reasonValues: { n: scene.random.int(3) },
    attempts: scene.random.int(4),
    isHeld: chance(scene, 50),
    lane: pick(scene, lanes),
    messageId: chance(scene, 20) ? null : messageOf(scene),
    webhookId: 'w1',
    sentVersion: 1 + scene.random.int(2),
    sentAt: later(scene, [0]),
    editedAt: later(scene, [0]),
    recentEdits: [scene.now.getTime()],
    inDoubtSince: chance(scene, 50) ? null : later(scene, [-5_000]),
    publishState: 'due' as const,
    threadState: 'done' as const,
    afterAt: later(scene, [-100, 1_000]),
  };
  const shapes: (keyof typeof chosen)[][] = [
    [],
    ['state', 'reason'],
    ['reason', 'reasonValues'],
    ['state', 'messageId', 'sentVersion', 'sentAt', 'inDoubtSince'],
    ['state', 'messageId', 'webhookId', 'publishState', 'afterAt'],
    Object.keys(chosen) as (keyof typeof chosen)[],
  ];
  const shape = pick(scene, shapes);
  return {
    ...Object.fromEntries(shape.map((key) => [key, chosen[key]])),
    nextAttemptAt: chance(scene, 50) ? null : later(scene, [-200, 500, 4_000]),
  };
}

/** Rows that are due at the same time have no defined order, so every row gets its own time. */
const atOtherMoments = (scene: Scene, { nextAttemptAt, ...rest }: line.Settlement): line.Settlement => ({
  ...rest,
  ...(rest.afterAt ? { afterAt: later(scene, [-100, 1_000]) } : {}),
  nextAttemptAt: nextAttemptAt ? later(scene, [-200, 500, 4_000]) : null,
});

const changes: ((scene: Scene) => Call)[] = [
  (scene) => {
    const about = fanOut(scene);
    const rows = some(scene, keys).map((key) => ({
      ...about,
      ...target(scene, key),
      ...(chance(scene, 40) ? { payload: payload(scene), identity: { username: 'Ada', avatarUrl: null } } : {}),
      publish: chance(scene, 20),
      thread: chance(scene, 20) ? 'talk' : null,
    }));
    const commit = pick(scene, [undefined, undefined, 'later', 'again'] as const);
    const { now } = scene;
    return {
      name: `insertRows ${commit}`,
      make: (store, db) => store.insertRows(db, rows, { now, caller: 'me', commit }),
    };
  },
  (scene) => ({ name: 'lineUp', make: (store, db) => store.lineUp(db, scene.now) }),
  claim,
  claim,
  claim,
  (scene) => ({ name: 'endLeases', make: (store, db) => store.endLeases(db, scene.now) }),
  settle,
  settle,
  settle,
  (scene) => {
    const said = { payload: payload(scene), identity: null, publish: chance(scene, 30), thread: null };
    const each = latest(scene, scene.claimed).map((pair) => ({
      pair,
      lane: pick(scene, ['bot', 'webhook'] as const),
      isNew: chance(scene, 70),
    }));
    scene.departed.push(scene.now);
    const departing = (side: Side) => each.map(({ pair, ...rest }) => ({ ...said, ...rest, delivery: pair[side] }));
    const { now } = scene;
    return {
      name: 'rememberDepartures',
      make: (store, db, side) => store.rememberDepartures(db, departing(side), now),
    };
  },
  (scene) => {
    const chosen = some(scene, keys);
    const change: wanted.Change = {
      payload: chance(scene, 30) ? payload(scene) : undefined,
      about: chance(scene, 50) ? facts(scene) : undefined,
      having: chance(scene, 30) ? facts(scene) : undefined,
      lacking: chance(scene, 30) ? facts(scene) : undefined,
      wanted: pick(scene, [undefined, undefined, 'absent', 'present'] as const),
      giveUpAt: later(scene, [60_000]),
    };
    return { name: 'changeWanted', make: (store, db) => store.changeWanted(db, chosen, change, scene.now) };
  },
  (scene) => {
    const [chosen, about] = [some(scene, keys), facts(scene)];
    return { name: 'note', make: (store, db) => store.note(db, chosen, about) };
  },
  (scene) => {
    const [about, targets] = [fanOut(scene), some(scene, keys).map((key) => target(scene, key))];
    const from = some(scene, ['queued', 'skipped', 'failed'] as const);
    const { now } = scene;
    return { name: 'updateOpen', make: (store, db) => store.updateOpen(db, about, targets, { now, from }) };
  },
  (scene) => {
    const [messageId, channelId] = [messageOf(scene), channelOf(scene)];
    const nonce = chance(scene, 30) ? null : nonceOf(pick(scene, keys));
    const seen = { messageId, channelId, nonce };
    return { name: 'rememberSighting', make: (store, db) => store.rememberSighting(db, seen, scene.now) };
  },
  (scene) => {
    const [pair] = latest(scene, scene.claimed);
    const [inDoubtSince, messageId] = [pick(scene, [null, ...scene.departed.slice(-2)]), messageOf(scene)];
    const make: Call['make'] = async (store, db) =>
      pair && (await store.sight(db, { ...pair.real, inDoubtSince }, messageId, scene.now));
    return { name: 'sight', make };
  },
  (scene) => {
    const lost = [0, 1].map(() => ({ messageId: messageOf(scene), channelId: channelOf(scene) }));
    return { name: 'rememberLosses', make: (store, db) => store.rememberLosses(db, lost) };
  },
  (scene) => {
    const [channelId, createdAt] = [channelOf(scene), scene.now];
    const row = { channelId, serverId: server, webhookId: pick(scene, ['w1', 'w2']), token: 't', createdAt };
    return { name: 'saveWebhook', make: (store, db) => store.saveWebhook(db, row) };
  },
  (scene) => {
    const [channelId, webhookId] = [channelOf(scene), pick(scene, ['w1', 'w2'])];
    return { name: 'deleteWebhook', make: (store, db) => store.deleteWebhook(db, channelId, webhookId) };
  },
  (scene) => {
    // Rows claimed together are due together, so a limit could pick any of them.
    const limit = scene.followed.length === 0 ? 1 : 10;
    const about = { now: scene.now, leaseUntil: later(scene, [500, 3_000]), limit };
    const make: Call['make'] = (store, db) => store.claimFollows(db, about);
    return { name: 'claimFollows', make, keep: ({ followed }) => followed };
  },
  (scene) => {
    // Few rows have a follow-up, so half of the calls use any claimed row.
    const [pair] = latest(scene, chance(scene, 50) ? scene.followed : scene.claimed);
    const about = { now: scene.now, perHour: 1 + scene.random.int(2) };
    const make: Call['make'] = async (store, db, side) =>
      pair && (await store.reservePublication(db, pair[side], about));
    return { name: 'reservePublication', make };
  },
  (scene) => {
    const [pair] = latest(scene, scene.followed);
    const follow: follows.Follow = {
      publishState: 'done',
      threadState: null,
      threadId: chance(scene, 50) ? channelOf(scene) : null,
      afterAt: chance(scene, 50) ? later(scene, [-100, 1_000]) : null,
      isOverLimit: chance(scene, 50),
    };
    const make: Call['make'] = async (store, db, side) => pair && (await store.settleFollow(db, pair[side], follow));
    return { name: 'settleFollow', make };
  },
];

function claim(scene: Scene): Call {
  const { now } = scene;
  const about = {
    now,
    leaseUntil: later(scene, [300, 30_000]),
    limit: 1 + scene.random.int(4),
    lanes: pick(scene, [
      ['bot', 'either'],
      ['webhook', 'either'],
      ['bot', 'webhook', 'either'],
    ] as const),
  };
  const make: Call['make'] = (store, db) => store.claimDue(db, about);
  return { name: `claimDue ${about.limit}`, isOrdered: true, make, keep: ({ claimed }) => claimed };
}

function settle(scene: Scene): Call {
  const shared = settlementOf(scene);
  const each = latest(scene, scene.claimed).map((pair) => ({
    pair,
    settlement: chance(scene, 70) ? atOtherMoments(scene, shared) : settlementOf(scene),
  }));
  const settled = (side: Side) => each.map(({ pair, settlement }) => ({ delivery: pair[side], settlement }));
  const { now } = scene;
  return { name: 'settleAll', make: (store, db, side) => store.settleAll(db, settled(side), now) };
}

const questions: ((scene: Scene) => Call)[] = [
  () => ({ name: 'hasLine', make: (store, db) => store.hasLine(db) }),
  (scene) => {
    const [chosen, why] = [some(scene, keys), some(scene, reasons) as (Delivery['reason'] & string)[]];
    return { name: 'listOpen', make: (store, db) => store.listOpen(db, chosen, why) };
  },
  (scene) => {
    const [chosen, why] = [some(scene, keys), some(scene, reasons) as (Delivery['reason'] & string)[]];
    return { name: 'listStopped', make: (store, db) => store.listStopped(db, chosen, why) };
  },
  (scene) => {
    const chosen = some(scene, keys);
    return { name: 'listFailed', make: (store, db) => store.listFailed(db, chosen) };
  },
  (scene) => {
    const chosen = some(scene, keys);
    return { name: 'listPlaces', make: (store, db) => store.listPlaces(db, chosen) };
  },
  (scene) => {
    const channelId = channelOf(scene);
    return { name: 'listInDoubt', make: (store, db) => store.listInDoubt(db, channelId) };
  },
  (scene) => {
    const ids = [messageOf(scene), messageOf(scene)];
    return { name: 'listKnown', make: (store, db) => store.listKnown(db, ids) };
  },
  (scene) => {
    const channelIds = [channelOf(scene)];
    return { name: 'listWebhooks', make: (store, db) => store.listWebhooks(db, channelIds) };
  },
  (scene) => {
    const key = pick(scene, keys);
    return { name: 'findDelivery', make: (store, db) => store.findDelivery(db, key) };
  },
  (scene) => {
    const ids = latest(scene, scene.claimed).map(({ real: { id } }) => id);
    return { name: 'listDelivered', isPartial: true, make: (store, db) => store.listDelivered(db, ids) };
  },
];

export const nextCall = (scene: Scene): Call => pick(scene, chance(scene, 80) ? changes : questions)(scene);
