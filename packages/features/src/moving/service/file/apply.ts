import { type FileMode, type FileOutcome, moveLimits, type ServerId } from '@tally/contract';
import { AppError, type Ctx, hours, say, UpstreamError } from '@tally/kernel';
import { findServer } from '../../../servers/index.ts';
import type { Difference } from '../../match/compare.ts';
import { fileLists } from '../../match/entries.ts';
import { lockMove, updateFile, updateMove } from '../../store.ts';
import { getFileMove, readComparison } from './draft.ts';
import { bodyOf, homes, makeCall } from './homes.ts';
import { saveSettings } from './save-settings.ts';
import { addStreamers } from './save-streamers.ts';

/** Collects the results of saving the differences. */
export class Saving {
  readonly counts = { added: 0, changed: 0, removed: 0 };
  readonly skipped: FileOutcome['skipped'] = [];
  /** Set if a platform or Discord did not answer. The next call retries the rest. */
  isLate = false;
  readonly #ctx: Ctx;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Returns whether the save succeeded. A refused save does not stop the others. */
  async try(differences: readonly Difference[], save: () => Promise<unknown>): Promise<boolean> {
    try {
      await save();
    } catch (error) {
      if (!(error instanceof AppError || error instanceof UpstreamError)) throw error;
      for (const difference of differences) this.refuse(difference, error);
      return false;
    }
    for (const difference of differences) this.count(difference);
    return true;
  }

  count({ line: { state } }: Difference): void {
    if (state !== 'leftOut') this.counts[state] += 1;
  }

  refuse({ line: { what, subject } }: Difference, error: AppError | UpstreamError): void {
    this.isLate ||= error instanceof UpstreamError;
    this.skipped.push({ what, subject, reason: sentence(this.#ctx, error) });
  }
}

function sentence({ locale }: Ctx, error: AppError | UpstreamError): string {
  if (error instanceof UpstreamError) return say(locale, 'errors.unavailable');
  return error.fields.join(' ') || say(locale, `errors.${error.code}` as 'errors.conflict', error.values);
}

/**
 * Saves the file, each record through its own call. If a call is interrupted, saved records stay and the next call
 * continues.
 */
export async function applyFile(
  ctx: Ctx,
  serverId: ServerId,
  about: { readonly moveId: string; readonly mode: FileMode; readonly serverName?: string | undefined },
): Promise<FileOutcome> {
  const { move, stored } = await getFileMove(ctx, serverId, about.moveId);
  if (stored.outcome && (move.state === 'done' || move.state === 'undone')) return stored.outcome;
  if (move.state !== 'ready') throw new AppError('conflict', {}, [say(ctx.locale, 'moving.stillLooking')]);
  if (about.mode === 'equal' && (await findServer(ctx.db, serverId))?.name !== about.serverName)
    throw new AppError('invalidFields', {}, [`serverName: ${say(ctx.locale, 'moving.wrongName')}`]);
  const { differences, current, channelOf } = await readComparison(ctx, move, stored);
  const wanted = differences.filter(
    ({ line: { state } }) => state === 'added' || (about.mode === 'equal' && state !== 'leftOut'),
  );
  const saving = new Saving(ctx);
  await saveSettings(ctx, serverId, { wanted, current, saving });
  const inList = (what: string, state: string) =>
    wanted.filter(({ line }) => line.what === what && line.state === state);
  for (const what of fileLists.toReversed())
    for (const gone of inList(what, 'removed'))
      await saving.try([gone], () => makeCall(ctx, homes[what].remove, gone.before, {}));
  for (const what of fileLists) {
    const { add, addAt, addBody = (fields) => fields, change } = homes[what];
    for (const other of inList(what, 'changed'))
      await saving.try([other], () => makeCall(ctx, change, other.before, bodyOf(other)));
    const fresh = inList(what, 'added');
    if (what === 'streamers') await addStreamers(ctx, move, { fresh, channelOf, saving });
    else
      for (const one of fresh)
        await saving.try([one], () =>
          makeCall(ctx, add, { at: { params: { guildId: serverId, ...addAt } } }, addBody(bodyOf(one))),
        );
  }
  const before = stored.outcome ?? { added: 0, changed: 0, removed: 0 };
  const outcome: FileOutcome = {
    added: before.added + saving.counts.added,
    changed: before.changed + saving.counts.changed,
    removed: before.removed + saving.counts.removed,
    skipped: saving.skipped,
  };
  await ctx.db.transaction(async (tx) => {
    const now = await lockMove(tx, move.id);
    await updateFile(tx, move.id, { outcome });
    const expiresAt = new Date(ctx.clock.now().getTime() + hours(moveLimits.hours));
    if (now?.state === 'ready' && !saving.isLate) await updateMove(tx, move.id, { state: 'done', expiresAt });
  });
  return outcome;
}
