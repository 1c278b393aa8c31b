import { WAKE_CHANNEL } from '../../../packages/pipeline/src/delivery/line/wake.ts';
import type * as Store from '../../../packages/pipeline/src/delivery/store/line.ts';
import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import { statement } from './database.ts';

export * from '../../../packages/pipeline/src/delivery/store/line.ts';

const MOST_AT_ONCE = 1_000;
const TURN_MS = 1_000;

export const insertRows = ((tx, rows, { now, caller, commit }) =>
  statement(tx, 'insertRows', (view) => {
    if (commit === 'later') view.commitLater();
    if (commit === 'again') view.commitNow();
    const known = new Set(view.rows('deliveries').map(({ dedupeKey }) => dedupeKey));
    const lanes = new Set<string>();
    let added = 0;
    for (const row of rows) {
      if (known.has(row.dedupeKey)) continue;
      view.hold(`dedupe ${row.dedupeKey}`);
      known.add(row.dedupeKey);
      added += 1;
      lanes.add(row.lane ?? 'bot');
      const made = newRow(view.newId(row.dedupeKey), row, now);
      view.put('deliveries', made.id, made);
    }
    if (added > 0) view.notify(WAKE_CHANNEL, [caller, ...[...lanes].toSorted()].join(' '));
    return added;
  })) satisfies typeof Store.insertRows;

function newRow(id: string, row: Store.NewRow, now: Date): Delivery {
  const isWanted = (row.skip ?? null) === null;
  return {
    id,
    dedupeKey: row.dedupeKey,
    owner: row.owner,
    serverId: row.serverId,
    subject: row.subject,
    sessionId: row.sessionId ?? null,
    kind: row.kind,
    channelId: row.channelId,
    state: isWanted ? 'queued' : 'skipped',
    reason: row.skip ?? null,
    reasonValues: { ...row.reasonValues },
    wanted: 'present',
    payload: row.payload ?? null,
    about: row.about ?? {},
    sent: null,
    identity: row.identity ?? null,
    publish: row.publish ?? false,
    thread: row.thread ?? null,
    version: 1,
    sentVersion: 0,
    attemptVersion: 0,
    inDoubtSince: null,
    nonce: null,
    sightedId: null,
    sightedGone: false,
    messageId: null,
    webhookId: null,
    lane: row.lane ?? 'bot',
    priority: row.priority ?? 0,
    turn: row.turn,
    inLine: isWanted,
    attempts: 0,
    lost: 0,
    nextAttemptAt: isWanted ? now : null,
    giveUpAt: row.giveUpAt,
    leaseUntil: null,
    fence: 0,
    platform: row.origin?.platform ?? null,
    toldAt: row.origin?.toldAt ?? null,
    arrivedAt: row.origin?.arrivedAt ?? null,
    isHeld: false,
    detectedAt: row.detectedAt,
    matchedAt: now,
    queuedAt: now,
    settledAt: null,
    sentAt: null,
    editedAt: null,
    recentEdits: [],
    seenAt: null,
    publishState: null,
    publishedAt: null,
    threadState: null,
    threadId: null,
    afterAttempts: 0,
    afterAt: null,
  };
}

export const callSenders = ((db, caller) =>
  statement(db, 'callSenders', (view) => view.notify(WAKE_CHANNEL, caller))) satisfies typeof Store.callSenders;

export const lineUp = ((db, now) =>
  statement(db, 'lineUp', (view) => {
    const due = view
      .rows('deliveries')
      .flatMap((row) =>
        row.nextAttemptAt && row.nextAttemptAt <= now && !row.inLine ? [{ row, at: row.nextAttemptAt }] : [],
      )
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .filter(({ row }) => view.takeRow('deliveries', row.id))
      .slice(0, MOST_AT_ONCE);
    const places = new Map<string, number>();
    for (const { row, at } of due) {
      const part = JSON.stringify([row.owner, row.kind, row.sessionId]);
      const place = (places.get(part) ?? 0) + 1;
      places.set(part, place);
      const turn = Math.max(row.turn, at.getTime() + TURN_MS * place);
      view.put('deliveries', row.id, { ...row, inLine: true, leaseUntil: null, turn });
    }
    return due.length;
  })) satisfies typeof Store.lineUp;

export const endLeases = (async (db, now) => {
  await statement(db, 'endLeases', (view) =>
    view.update(
      ({ inLine, leaseUntil }) => inLine && leaseUntil !== null && leaseUntil > now,
      () => ({ leaseUntil: now }),
    ),
  );
}) satisfies typeof Store.endLeases;

/** Returns a negative number if `one` comes before `other`. */
const compare = (one: Delivery, other: Delivery): number =>
  other.priority - one.priority ||
  one.turn - other.turn ||
  one.queuedAt.getTime() - other.queuedAt.getTime() ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

export const claimDue = ((db, { now, leaseUntil, limit, lanes }) =>
  statement(db, 'claimDue', (view) => {
    view.commitLater();
    const all = view.rows('deliveries');
    const isFree = (row: Delivery) =>
      row.inLine && lanes.includes(row.lane) && (row.leaseUntil === null || row.leaseUntil <= now);
    const isInTheWay = (row: Delivery, other: Delivery) =>
      other.channelId === row.channelId &&
      other.nextAttemptAt !== null &&
      other.id !== row.id &&
      ((other.leaseUntil !== null && other.leaseUntil > now) || (other.inLine && compare(other, row) < 0));
    const claimed: Delivery[] = [];
    for (const row of all.filter(isFree).toSorted(compare)) {
      if (claimed.length === limit) break;
      if (all.some((other) => isInTheWay(row, other)) || !view.takeRow('deliveries', row.id)) continue;
      const isFirst = row.leaseUntil === null;
      const taken: Delivery = {
        ...row,
        leaseUntil,
        attempts: isFirst ? row.attempts + 1 : Math.max(row.attempts, 1),
        lost: isFirst ? row.lost : row.lost + 1,
        fence: row.fence + 1 + view.draw(2 ** 30),
      };
      view.put('deliveries', row.id, taken);
      claimed.push(taken);
    }
    return claimed;
  })) satisfies typeof Store.claimDue;

export const hasLine = ((db) =>
  statement(db, 'hasLine', (view) =>
    view.rows('deliveries').some(({ inLine }) => inLine),
  )) satisfies typeof Store.hasLine;

export const settleAll = ((tx, settled, now) =>
  statement(tx, 'settleAll', (view) => {
    const byId = new Map(settled.map((each) => [each.delivery.id, each]));
    const kept = view.update(
      (row) => byId.get(row.id)?.delivery.fence === row.fence,
      (row) => {
        const { delivery, settlement } = byId.get(row.id) as Store.Settled;
        const { nextAttemptAt: next, ...rest } = settlement;
        const written: Partial<Record<keyof typeof rest, unknown>> = {};
        for (const name of Object.keys(rest) as (keyof typeof rest)[])
          if (rest[name] !== undefined) written[name] = rest[name];
        const isChanged = row.version > delivery.version;
        const messageId = settlement.messageId === undefined ? row.messageId : settlement.messageId;
        return {
          ...(written as Partial<Delivery>),
          ...(settlement.state && isChanged && messageId === null ? { state: 'queued' } : {}),
          nextAttemptAt: isChanged ? now : next,
          inLine: isChanged || (next !== null && next <= now),
          leaseUntil: null,
          lost: 0,
          settledAt: now,
          sent: messageId === null ? row.sent : null,
        };
      },
    );
    return new Set(kept.flatMap(({ id, state }) => (state === 'queued' ? [] : [id])));
  })) satisfies typeof Store.settleAll;
