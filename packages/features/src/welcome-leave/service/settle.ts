import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../places/index.ts';
import { changeSettings, readSettings } from '../../settings/index.ts';
import { findSettings, saveSettings } from '../store/settings.ts';
import { forgetActive } from './arrive.ts';
import { nameOf } from './send-test.ts';

/** Handles the outcomes of greetings. Acts on those that could not be posted. */
export async function settle(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.state !== 'failed' && delivery.state !== 'unconfirmed') continue;
    const { serverId, channelId, reason } = delivery;
    const type = delivery.about['type'] === 'leave' ? 'leave' : 'welcome';
    await reportUnposted(ctx, delivery, { what: { say: nameOf(type) }, path: '/welcome-leave' });
    // A deleted channel never comes back, so every further attempt would be refused.
    if (reason === 'unknownChannel') await switchOff(ctx, serverId, channelId);
  }
}

async function switchOff(ctx: Ctx, serverId: ServerId, channelId: string): Promise<void> {
  const read = readSettings(ctx, serverId, ['welcomeEnabled', 'leaveEnabled']);
  await changeSettings(ctx, serverId, { read }, async (tx) => {
    const settings = await findSettings(tx, serverId);
    const gone = (['welcome', 'leave'] as const).filter(
      (type) => settings?.[`${type}Enabled`] && settings[`${type}ChannelId`] === channelId,
    );
    for (const type of gone) await saveSettings(tx, serverId, { [`${type}Enabled`]: false });
    await forgetActive(ctx);
  });
}
