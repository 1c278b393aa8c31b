import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import type { World } from '../world/life.ts';
import { payloadOf, wordOf } from '../world/owner.ts';

/** With these reasons, the final text may be missing from the message. */
const leftAsItWas: ReadonlySet<string | null> = new Set(['editLimit', 'webhookGone', 'missingPermission', 'refused']);
/** The maximum number of tries for a publication or a thread. */
const MOST_TRIES = 8;
const told: ReadonlySet<string> = new Set(['posted', 'edited', 'removed', 'failed', 'unconfirmed']);

/** Checks the rules that must hold when no more events are pending. */
export function atTheEnd(world: World): void {
  const rows = world.database.all('deliveries');
  for (const row of rows) {
    allFinal(world, row);
    if (row.nextAttemptAt !== null) continue;
    journalEqualsDiscord(world, row);
    toldOnce(world, row);
    nothingInVain(world, row);
  }
  eachIsKnown(world, rows);
  for (const key of world.promised)
    if (!rows.some(({ dedupeKey }) => dedupeKey === key)) world.violate('storedFirst', `${key} was stored and is gone`);
  for (const job of world.database.all('jobs'))
    world.violate('allFinal', `the job ${job.name} still waits after ${job.tries} tries`);
}

/** Edits of a published message wait for an hour, and owners may set a later time. */
const isHeld = ({ reason, recentEdits }: Delivery): boolean => reason === 'editLimit' || recentEdits.length >= 2;

function allFinal({ violate }: World, row: Delivery): void {
  if (row.nextAttemptAt !== null && !isHeld(row))
    violate('allFinal', `${row.dedupeKey} is ${row.state}, next at ${row.nextAttemptAt.toISOString()}`);
  if (row.afterAt !== null) violate('allFinal', `${row.dedupeKey} still has something to follow`);
}

/** Checks that the journal matches Discord. */
function journalEqualsDiscord(world: World, row: Delivery): void {
  const { discord, violate, deletedByPeople } = world;
  const { dedupeKey: key, state, messageId } = row;
  if (messageId !== null && world.shared.has(messageId)) return;
  const message = discord.messages.find(({ id, isGone }) => id === messageId && !isGone);
  switch (state) {
    case 'posted':
    case 'edited': {
      if (!message) {
        const isTheirs =
          messageId !== null && (deletedByPeople.has(messageId) || discord.goneChannels.has(row.channelId));
        if (!isTheirs) violate('journalEqualsDiscord', `${key} is ${state} and stands nowhere`);
        return;
      }
      if (message.channelId !== row.channelId) violate('rightPlace', `${key} stands in ${message.channelId}`);
      const wanted = (row.payload ?? payloadOf(key, row.about)).content;
      const isLeft = leftAsItWas.has(row.reason) || row.about.skip === true || isLate(row);
      if (message.content !== wanted && !isLeft)
        violate('journalEqualsDiscord', `${key} stands as "${message.content}", its owner says "${wanted}"`);
      if (row.wanted === 'absent' && !isLeft) violate('journalEqualsDiscord', `${key} was taken back and stands`);
      return;
    }
    case 'removed':
      if (message) violate('journalEqualsDiscord', `${key} is removed and stands`);
      return;
    case 'skipped':
    case 'failed':
    case 'unconfirmed':
    case 'queued':
      return;
    default:
      state satisfies never;
  }
}

/** Checks that no row fails because of a temporary fault, or a fault that a retry fixes. */
function nothingInVain({ discord, violate }: World, row: Delivery): void {
  const { dedupeKey: key, state, reason, messageId, publishState, threadState, afterAttempts } = row;
  if (state === 'failed' && reason === 'refused')
    violate('notInVain', `${key} failed, and Discord refused only the token`);
  if (state === 'failed' && reason === 'webhookGone' && messageId === null && discord.hooksDeleted < 2)
    violate('notInVain', `${key} failed, and a new webhook would have posted it`);
  const isThere = discord.messages.some(({ id, isGone }) => id === messageId && !isGone);
  if (!isThere || discord.goneChannels.has(row.channelId) || afterAttempts >= MOST_TRIES) return;
  if (publishState === 'failed' || threadState === 'failed')
    violate('notInVain', `${key} stands, and what should follow it failed after ${afterAttempts} tries`);
}

/** Each visible message belongs to a row, unless a row is in doubt about it. */
function eachIsKnown({ discord, violate, shared }: World, rows: readonly Delivery[]): void {
  for (const [word, alike] of Map.groupBy(rows, wordOf)) {
    const mayStand = ({ state, messageId }: Delivery): boolean =>
      state === 'unconfirmed' || state === 'queued' || (messageId !== null && shared.has(messageId));
    if (alike.some(mayStand)) continue;
    for (const { id } of discord.standing(word))
      if (!alike.some(({ messageId }) => messageId === id))
        violate(
          'journalEqualsDiscord',
          `${alike.map((row) => `${row.dedupeKey} is ${row.state}`).join(', ')}, and ${id} stands`,
        );
  }
}

/** True if the final state was reached after the deadline. */
const isLate = ({ giveUpAt, settledAt }: Delivery): boolean => settledAt !== null && settledAt > giveUpAt;

/** Checks that the owner receives every outcome, including "posted" for a message that was edited later. */
function toldOnce(world: World, { id, dedupeKey, state }: Delivery): void {
  const heard = world.told.get(id) ?? [];
  const missing = told.has(state) && !heard.includes(state) ? state : null;
  const isOvertaken = state === 'edited' && world.posted.has(id) && !heard.includes('posted');
  if (missing ?? isOvertaken)
    world.violate('toldOnce', `the owner of ${dedupeKey} did not hear that it is ${missing ?? 'posted'}`);
}
