import { platformFlags, streamerBodies } from '@tally/contract';
import { AppError, type Channel, type Ctx } from '@tally/kernel';
import { z } from 'zod';
import { requirePlanFlags } from '../../../servers/index.ts';
import { following, listMessages, platformOf } from '../../../streamers/index.ts';
import type { Difference, Wanted } from '../../match/compare.ts';
import { updateMove } from '../../store.ts';
import type { MoveRow } from '../../tables.ts';
import { lockApplied } from '../draft.ts';
import type { Saving } from './apply.ts';

/** The size of one transaction, which locks the server's settings. */
const AT_ONCE = 200;

interface Work {
  readonly fresh: readonly Difference[];
  readonly channelOf: (entry: Wanted) => Channel | null;
  readonly saving: Saving;
}

type Following = Parameters<typeof following.add>[2][number];
type Finish = Parameters<typeof following.add>[3];

interface Ready extends Following {
  readonly difference: Difference;
}

/** Follows the streamers of a file, and stores them for the undo in the same transaction. */
export async function addStreamers(ctx: Ctx, move: MoveRow, { fresh, channelOf, saving }: Work): Promise<void> {
  const ready: Ready[] = [];
  for (const difference of fresh) {
    const channel = difference.after && channelOf(difference.after);
    if (!channel) continue;
    const { platform } = channel;
    const body = z.decode(streamerBodies[platform], difference.after?.fields);
    const { customMessages: _, ...settings } = body;
    try {
      await requirePlanFlags(ctx, move.serverId, [platformFlags[platform]]);
      await following.check(ctx, { serverId: move.serverId, platform }, settings);
      ready.push({ difference, creator: { ...platformOf(ctx, platform), channel }, body });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      saving.refuse(difference, error);
    }
  }
  for (let start = 0; start < ready.length; start += AT_ONCE)
    await addSome(ctx, move, { some: ready.slice(start, start + AT_ONCE), saving });
}

async function addSome(
  ctx: Ctx,
  move: MoveRow,
  { some, saving }: { readonly some: readonly Ready[]; readonly saving: Saving },
): Promise<void> {
  try {
    const results = await following.add(ctx, move.serverId, some, (tx, added) => remember(tx, move.id, added));
    for (const [place, result] of results.entries()) {
      const { difference } = some[place] as Ready;
      if ('error' in result) saving.refuse(difference, result.error);
      else saving.count(difference);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [only, another] = some;
    if (only && !another) saving.refuse(only.difference, error);
    // A message of one streamer cannot be posted, so each streamer is added separately.
    else for (const one of some) await addSome(ctx, move, { some: [one], saving });
  }
}

async function remember(tx: Parameters<Finish>[0], moveId: string, results: Parameters<Finish>[1]): Promise<void> {
  const rows = results.flatMap((result) => ('row' in result ? [result.row] : []));
  const messages = Map.groupBy(
    await listMessages(
      tx,
      rows.map(({ id }) => id),
    ),
    ({ streamerId }) => streamerId,
  );
  const before = (await lockApplied(tx, moveId)).outcome ?? { added: 0, skipped: [], streamers: [] };
  const streamers = rows.map((row) => ({
    id: row.id,
    version: following.versionOf(row, messages.get(row.id)),
    candidateId: row.id,
  }));
  await updateMove(tx, moveId, {
    outcome: { ...before, added: before.added + rows.length, streamers: [...before.streamers, ...streamers] },
  });
}
