import type { Ctx } from '@tally/kernel';
import type { Composition, Delivered, Delivery } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../servers/index.ts';
import {
  type Happened,
  renderGiveaway,
  renderLastChance,
  renderLog,
  renderResult,
  type Scene,
  type Written,
} from '../render/index.ts';
import { changeGiveaway, findGiveaway, listByIds } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { drawJob, keyOf } from './close.ts';
import { publish } from './draw.ts';
import { asSent, loadTemplates, sceneOf } from './scene.ts';

/** The messages say what holds at the moment they are sent, in the words that their server has then. */
export async function compose(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Composition[]> {
  const ids = [...new Set(deliveries.map(({ subject }) => subject))];
  const rows = new Map((await listByIds(ctx.db, ids)).map((row) => [row.id, row]));
  const templates = await loadTemplates(ctx, [...new Set([...rows.values()].map(({ serverId }) => serverId))]);
  return await Promise.all(
    deliveries.map(async (delivery): Promise<Composition> => {
      const row = rows.get(delivery.subject);
      if (!row) return { kind: 'skip', reason: 'messageGone' };
      const scene = await sceneOf(ctx, row, { templates, choice: delivery.id });
      return { kind: 'send', ...asSent(ctx, writtenFor(scene, delivery)) };
    }),
  );
}

function writtenFor(scene: Scene, { kind, about }: Delivery): Written {
  if (kind === 'result') {
    const number = Number(about['draw'] ?? scene.row.draw);
    return renderResult(scene, { number, part: Number(about['part'] ?? 1) });
  }
  if (kind === 'lastChance') return { payload: renderLastChance(scene), identity: null };
  if (kind === 'log') return { payload: renderLog(scene, about['happened'] as readonly Happened[]), identity: null };
  return renderGiveaway(scene);
}

/** What follows from the outcomes of messages. May be told twice. */
export async function settle(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.kind === 'giveaway') await settleMessage(ctx, delivery);
    else if (delivery.state === 'failed')
      await reportUnposted(ctx, delivery, { what: { say: 'giveaways.theResult' }, path: '/giveaways' });
  }
}

async function loseMessage(ctx: Ctx, { id: giveawayId, draw: number, state }: GiveawayRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await changeGiveaway(tx, giveawayId, { isMessageLost: true });
    const which = { giveawayId, number };
    if (state === 'drawing') await ctx.queue.send(drawJob, which, { tx, singletonKey: keyOf(which) });
  });
}

async function settleMessage(ctx: Ctx, delivery: Delivered): Promise<void> {
  const row = await findGiveaway(ctx.db, delivery.subject);
  if (row?.messageKey !== delivery.dedupeKey) return;
  const { state, about } = delivery;
  switch (state) {
    case 'posted':
    case 'edited':
      if (row.messageId !== delivery.messageId) {
        await changeGiveaway(ctx.db, row.id, { messageId: delivery.messageId });
      }
      if (row.state === 'drawing' && typeof about['sheetHash'] === 'string') {
        await publish(ctx, { giveawayId: row.id, number: row.draw }, about['sheetHash']);
      }
      return;
    case 'removed':
    case 'failed':
    case 'skipped':
    case 'unconfirmed': {
      // It goes on without its message: it is drawn, and stands on the page of the proof.
      if (!row.isMessageLost) await loseMessage(ctx, row);
      const what = { say: 'giveaways.theMessage' } as const;
      const path = `/giveaways/${row.id}`;
      await reportUnposted(ctx, delivery, { what, path });
      return;
    }
    case 'queued':
      return;
    default:
      state satisfies never;
  }
}
