import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import { intend } from '@tally/pipeline/delivery';
import { insertEvents, type NewEvent } from '../store/course.ts';
import { findSettings } from '../store/settings.ts';
import type { GiveawayRow } from '../tables.ts';
import { OWNER } from './owner.ts';

type Noted = Omit<NewEvent, 'giveawayId' | 'at'>;

/** Records events for the giveaway's page, and in the log channel if the server has one. */
export async function note(
  ctx: Ctx,
  tx: Db,
  { id, serverId }: Pick<GiveawayRow, 'id' | 'serverId'>,
  happened: readonly Noted[],
): Promise<void> {
  if (happened.length === 0) return;
  const at = ctx.clock.now();
  await insertEvents(
    tx,
    happened.map((each) => ({ ...each, giveawayId: id, at })),
  );
  const { logChannelId } = await findSettings(tx, serverId);
  if (!logChannelId) return;
  await intend(ctx, tx, [
    {
      dedupeKey: `${OWNER} ${id} log ${ctx.random.uuid()}`,
      owner: OWNER,
      serverId,
      subject: id,
      kind: 'log',
      channelId: logChannelId,
      about: { happened },
      priority: -1,
      detectedAt: at,
      giveUpAt: new Date(at.getTime() + days(1)),
    },
  ]);
}
