import type * as Store from '../../../packages/pipeline/src/delivery/store/wanted.ts';
import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import { statement } from './database.ts';

const TURN_MS = 1_000;

export const changeWanted = (async (tx, dedupeKeys, change, now) => {
  if (dedupeKeys.length === 0) return 0;
  const { payload, about = {}, having = {}, lacking, wanted, giveUpAt } = change;
  const places = new Map(dedupeKeys.map((key, index) => [key, index + 1]));
  return await statement(tx, 'changeWanted', (view) => {
    const changed = view.update(
      (row) =>
        places.has(row.dedupeKey) &&
        isChangeable(row) &&
        contains(row.about, having) &&
        !(lacking !== undefined && contains(row.about, lacking)),
      (row) => {
        const isLeased = row.leaseUntil !== null && row.leaseUntil > now;
        return {
          version: row.version + 1,
          attempts: 0,
          payload: payload ?? row.payload,
          turn: row.inLine ? row.turn : now.getTime() + TURN_MS * (places.get(row.dedupeKey) ?? 0),
          about: { ...row.about, ...about },
          wanted: wanted ?? row.wanted,
          giveUpAt,
          nextAttemptAt: isLeased ? row.nextAttemptAt : now,
          inLine: row.inLine || !isLeased,
        };
      },
    );
    return changed.length;
  });
}) satisfies typeof Store.changeWanted;

const isChangeable = ({ state, messageId, reason }: Delivery): boolean =>
  state === 'queued' ||
  state === 'posted' ||
  state === 'edited' ||
  (state === 'failed' && messageId !== null && reason !== null && reason !== 'unknownChannel');

/** Works like `@>` in Postgres: compares objects by key and lists by member. */
function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole) !== Array.isArray(part)) return false;
  if (Array.isArray(part)) return part.every((each) => (whole as unknown[]).some((other) => contains(other, each)));
  return Object.entries(part).every(([key, value]) => key in whole && contains(whole[key as never], value));
}

export const note = (async (tx, dedupeKeys, about) => {
  if (dedupeKeys.length === 0) return;
  await statement(tx, 'note', (view) =>
    view.update(
      (row) => dedupeKeys.includes(row.dedupeKey),
      (row) => ({ about: { ...row.about, ...about } }),
    ),
  );
}) satisfies typeof Store.note;
