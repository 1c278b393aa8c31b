import type { Platform } from '@tally/contract';
import type { Webhook } from '@tally/kernel';
import { takePush } from '@tally/pipeline/detection';

/** The platforms that push to us; the others are only polled. */
export const pushingPlatforms = ['kick', 'twitch', 'youtube'] as const satisfies readonly Platform[];

/** A hub first sends a GET to confirm a subscription. */
const methodsOf: Partial<Record<Platform, Webhook['methods']>> = { youtube: ['GET', 'POST'] };

export const pushesOf = (platform: (typeof pushingPlatforms)[number]): Webhook => ({
  name: platform,
  methods: methodsOf[platform] ?? ['POST'],
  async receive(ctx, { headers, query, rawBody }) {
    // Without keys the secret of such pushes is public, which is acceptable in the simulated world only.
    if (ctx.config.discord.isReal && !ctx.config[platform].isReal) return { status: 404 };
    const reading = await takePush(ctx, platform, { headers, query, body: rawBody });
    switch (reading.kind) {
      case 'hint':
      case 'hints':
      case 'chat':
      case 'ban':
      case 'gift':
      case 'subscription':
      case 'follow':
      case 'kicks':
      case 'revoked':
      case 'ignored':
        return { status: 200 };
      case 'challenge':
        return { status: 200, contentType: 'text/plain; charset=utf-8', body: reading.text };
      case 'refused':
        return { status: reading.isHidden ? 200 : 403, refused: reading.reason };
      default:
        return reading satisfies never;
    }
  },
});
