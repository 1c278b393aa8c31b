import type { Ctx } from '@tally/kernel';
import type { Composition, Delivered, Delivery } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../../places/index.ts';
import {
  type GiveawayScene,
  type Happened,
  renderGiveaway,
  renderLastChance,
  renderLog,
  renderResult,
  renderSheetPost,
  type Written,
} from '../../render/index.ts';
import { changeGiveaway, findGiveaway, listByIds } from '../../store/giveaways.ts';
import { publish } from '../draw/draw.ts';
import { sheetFacts } from '../draw/sheet-post.ts';
import { asSent, loadTemplates, sceneOf } from './scene.ts';

/** Composes messages at the moment when they are sent, with the current state and texts. */
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

function writtenFor(scene: GiveawayScene, delivery: Delivery): Written {
  const { kind, about } = delivery;
  if (kind === 'result') {
    const number = Number(about['draw'] ?? scene.row.draw);
    return renderResult(scene, { number, part: Number(about['part'] ?? 1) });
  }
  if (kind === 'sheet') return { payload: renderSheetPost(scene, sheetFacts(delivery)), identity: null };
  if (kind === 'lastChance') return { payload: renderLastChance(scene), identity: null };
  if (kind === 'log') return { payload: renderLog(scene, about['happened'] as readonly Happened[]), identity: null };
  return renderGiveaway(scene);
}

/** Handles the outcomes of messages. The same outcome may arrive twice. */
export async function settle(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.kind === 'giveaway') await settleMessage(ctx, delivery);
    else if (delivery.kind === 'sheet') await settleSheet(ctx, delivery);
    else if (delivery.state === 'failed')
      await reportUnposted(ctx, delivery, { what: { say: 'giveaways.theResult' }, path: '/giveaways' });
  }
}

/** If the sheet could not be posted, the draw continues and the proof says so. */
async function settleSheet(ctx: Ctx, delivery: Delivered): Promise<void> {
  if (delivery.state === 'queued') return;
  const { draw, sheetHash } = sheetFacts(delivery);
  const isPosted = delivery.state === 'posted' || delivery.state === 'edited';
  const postId = isPosted ? delivery.messageId : null;
  await publish(ctx, { giveawayId: delivery.subject, number: draw, sheetHash, postId });
  if (delivery.state === 'failed')
    await reportUnposted(ctx, delivery, {
      what: { say: 'giveaways.theSheet' },
      path: `/giveaways/${delivery.subject}`,
    });
}

async function settleMessage(ctx: Ctx, delivery: Delivered): Promise<void> {
  const row = await findGiveaway(ctx.db, delivery.subject);
  if (row?.messageKey !== delivery.dedupeKey) return;
  const { state } = delivery;
  switch (state) {
    case 'posted':
    case 'edited':
      if (row.messageId !== delivery.messageId) {
        await changeGiveaway(ctx.db, row.id, { messageId: delivery.messageId });
      }
      return;
    case 'removed':
    case 'failed':
    case 'skipped':
    case 'unconfirmed': {
      // The giveaway continues without its message. Winners are still drawn, and the proof page shows them.
      if (!row.isMessageLost) await changeGiveaway(ctx.db, row.id, { isMessageLost: true });
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
