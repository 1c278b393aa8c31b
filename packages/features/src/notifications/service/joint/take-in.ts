import type { DeliveryReason, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx, StreamEvent } from '@tally/kernel';
import { amend, type FanOut, listPlaces, openFanOut, reconsider, type Target } from '@tally/pipeline/delivery';
import {
  channelFor,
  eachFollowerPage,
  type Follower,
  listStreamersById,
  type StreamerRow,
} from '../../../streamers/index.ts';
import { broadcastKey, matchAsMember, type Question, type Step, stepFor } from '../../match/joint.ts';
import { liveKey } from '../../match/single.ts';
import {
  closeFinished,
  insertBroadcasts,
  insertStreams,
  listStreamsOf,
  listTaken,
  lockLatest,
  reopen,
} from '../../store/broadcasts.ts';
import { lockCreators } from '../../store/creators.ts';
import type { Broadcast, CreatorRow } from '../../tables.ts';
import { giveUpAt, liveFanOut, noChannel } from '../announce/announce-live.ts';
import { listMeant, loadFacts, wasLiveOfLate } from '../announce/followers.ts';
import { factsOf, judgeStream, keepDecisions, withFilter, wordReasons } from '../announce/rules.ts';

export const OWNER = 'creators';
const PAGE = 500;

/** Reasons that new words, or a returning stream, may change. */
const openReasons: ReadonlySet<DeliveryReason> = new Set([...wordReasons, 'streamEndedFirst']);

/**
 * Handles a platform that is live: each of its creators starts a broadcast with it, or adds it to the current one.
 * `only` limits this to some servers.
 */
export async function joinBroadcasts(ctx: Ctx, event: StreamEvent, only?: ReadonlySet<ServerId>): Promise<void> {
  for await (const page of eachFollowerPage(ctx, event.channel, { most: PAGE, areMembers: true })) {
    await joinThese(ctx, event, only ? page.filter((member) => only.has(member.serverId)) : page);
  }
}

export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Loads the data of all members before the transaction. */
export async function prepare(ctx: Ctx, event: StreamEvent, members: readonly Follower[]) {
  const { session, channel } = event;
  const afterOthersThan = (await wasLiveOfLate(ctx, session)) ? session.id : undefined;
  const [facts, verdicts] = await Promise.all([
    loadFacts(ctx, members, { type: `${channel.platform}Live`, afterOthersThan }),
    judgeStream(ctx, members, session),
  ]);
  return { ctx, event, facts, verdicts, now: ctx.clock.now() };
}

export async function joinThese(ctx: Ctx, event: StreamEvent, those: readonly Follower[]): Promise<void> {
  const members = await listMeant(ctx, those, event.part?.graces);
  if (members.length === 0) return;
  const prepared = await prepare(ctx, event, members);
  await ctx.db.transaction(async (tx) => {
    const cases = await lookAt(tx, prepared, members);
    const ours = await claim(tx, prepared, cases);
    await open(
      tx,
      prepared,
      ours.filter(({ step }) => step.kind === 'open'),
    );
    await join(
      tx,
      prepared,
      ours.filter(({ step }) => step.kind === 'join'),
    );
  });
}

interface Case {
  readonly question: Question & { readonly creator: CreatorRow };
  readonly step: Step;
  readonly last: Broadcast | undefined;
  /** True if the stream has its own row from an earlier decision. */
  readonly isAgain: boolean;
}

/** Locks the creators, so other platforms that go live must wait, and decides the open cases. */
async function lookAt(tx: Db, prepared: Prepared, members: readonly Follower[]): Promise<Case[]> {
  const { event, facts, verdicts, now } = prepared;
  const { session } = event;
  const creators = new Map(
    (await lockCreators(tx, [...new Set(members.flatMap((member) => member.creatorId ?? []))])).map((row) => [
      row.id,
      row,
    ]),
  );
  // A member may have left the creator since.
  const ids = members.map((member) => member.id);
  const present = await listStreamersById(tx, ids);
  const last = new Map((await lockLatest(tx, [...creators.keys()])).map((row) => [row.creatorId, row]));
  const lastIds = [...last.values()].map((row) => row.id);
  const streams = Map.groupBy(await listStreamsOf(tx, lastIds), (stream) => stream.broadcastId);
  const told = await listPlaces(tx, lastIds.map(broadcastKey));
  const own = await listPlaces(
    tx,
    ids.map((id) => liveKey(id, session.id)),
  );
  const taken = await listTaken(tx, session.id, ids);
  return present.flatMap((member) => {
    const creator = creators.get(member.creatorId ?? '');
    const place = own.get(liveKey(member.id, session.id));
    const isOpen = !place || (place.skipped !== null && openReasons.has(place.skipped));
    if (!creator || taken.has(member.id) || !isOpen) return [];
    const broadcast = last.get(creator.id);
    const stands = broadcast && told.get(broadcastKey(broadcast.id));
    const standing =
      broadcast && stands
        ? {
            openedAt: broadcast.openedAt,
            isOn: (streams.get(broadcast.id) ?? []).some((stream) => stream.overAt === null),
            channelId: stands.channelId,
            isUntold: stands.skipped !== null,
          }
        : null;
    const verdict = withFilter(verdicts(member.serverId), member, session);
    const question = { member, creator, session, verdict, standing, lastAloneAt: facts.lastLiveAt(member.id), now };
    return [{ question, step: stepFor(question), last: broadcast, isAgain: place !== undefined }];
  });
}

/**
 * Writes each platform's own journal row, which says why it was not posted alone. Its key is that of a single
 * announcement, so the first writer claims the stream.
 */
async function claim(tx: Db, { ctx, event }: Prepared, cases: readonly Case[]): Promise<Case[]> {
  const fresh = cases.filter((each) => !each.isAgain);
  const again = cases.filter((each) => each.isAgain && each.step.kind !== 'skip');
  const fanOut = liveFanOut(ctx, event);
  const targets = new Map([...fresh, ...again].map((each) => [each, ownRow(each)]));
  const rowsOf = (list: readonly Case[]) => list.flatMap((each) => targets.get(each) ?? []);
  await openFanOut(ctx, fanOut).add(tx, rowsOf(fresh));
  await reconsider(ctx, tx, fanOut, rowsOf(again));
  const places = await listPlaces(
    tx,
    [...targets.values()].map((target) => target.dedupeKey),
  );
  const ours = [...targets].filter(([, target]) => places.get(target.dedupeKey)?.skipped === target.skip);
  const decided = ours.map(([{ question }, target]) => ({ target, verdict: question.verdict }));
  await keepDecisions(ctx, tx, event, decided);
  return ours.map(([each]) => each).filter(({ step }) => step.kind !== 'skip');
}

function ownRow({ question: { member, creator, session }, step }: Case): Target {
  return {
    dedupeKey: liveKey(member.id, session.id),
    serverId: member.serverId,
    subject: member.id,
    channelId: roomOf(member, creator) ?? noChannel,
    skip: step.kind === 'skip' ? step.reason : 'partOfCreator',
  };
}

const roomOf = (member: StreamerRow, creator: CreatorRow) => creator.notificationChannelId ?? channelFor(member);

async function open(tx: Db, prepared: Prepared, cases: readonly Case[]): Promise<void> {
  const { ctx, event, now } = prepared;
  // A broadcast without live streams may still be open if its last streamer was unfollowed.
  const former = cases.flatMap(({ last }) => (last && !last.closedAt ? [last.id] : []));
  await closeFinished(tx, former, now);
  const opened = cases.map((each) => ({ each, id: ctx.random.uuid() }));
  await insertBroadcasts(
    tx,
    opened.map(({ each: { question }, id }) => ({
      id,
      creatorId: question.creator.id,
      serverId: question.member.serverId,
      openedAt: now,
      closedAt: null,
    })),
  );
  await insertStreams(
    tx,
    opened.map(({ each, id }) => streamOf(each, id)),
  );
  const targets = opened.map(({ each, id }) => messageOf(prepared, each, id));
  await openFanOut(ctx, messageFanOut(ctx, event)).add(tx, targets);
}

const streamOf = ({ question: { member, session, now } }: Case, broadcastId: string) => ({
  streamerId: member.id,
  sessionId: session.id,
  broadcastId,
  joinedAt: now,
});

export const messageFanOut = (ctx: Ctx, event: StreamEvent): FanOut => ({
  ...liveFanOut(ctx, event),
  owner: OWNER,
});

export function messageOf(
  { facts }: Pick<Prepared, 'facts'>,
  { question: { member, creator, verdict } }: Pick<Case, 'question'>,
  broadcastId: string,
): Target {
  return {
    dedupeKey: broadcastKey(broadcastId),
    serverId: member.serverId,
    subject: member.id,
    channelId: verdict.decision?.channelId ?? roomOf(member, creator) ?? noChannel,
    about: { broadcastId, ...factsOf(verdict) },
    priority: facts.priority(member),
    lane: facts.lane(member),
  };
}

async function join(tx: Db, prepared: Prepared, cases: readonly Case[]): Promise<void> {
  const { ctx, event, now } = prepared;
  const joined = cases.flatMap((each) => (each.last ? [{ each, id: each.last.id }] : []));
  await insertStreams(
    tx,
    joined.map(({ each, id }) => streamOf(each, id)),
  );
  const ids = joined.map(({ id }) => id);
  await reopen(tx, ids);
  // If the first platform's message was stopped, this one may be posted instead.
  const untold = joined.filter(
    ({ each: { question } }) => question.standing?.isUntold && matchAsMember(question).kind === 'send',
  );
  const targets = untold.map(({ each, id }) => messageOf(prepared, each, id));
  await reconsider(ctx, tx, messageFanOut(ctx, event), targets);
  await amend(ctx, tx, ids.map(broadcastKey), { about: { phase: 'live' }, giveUpAt: giveUpAt(now) });
}
