import type { PlatformDefinition, Webhook } from '@tally/kernel';
import { handlePush } from '@tally/pipeline/detection';

/** The URLs to which platforms push. The other platforms are only polled. */
export const pushDoors = (definitions: readonly PlatformDefinition[]): readonly Webhook[] =>
  definitions.flatMap(({ id, push }) => (push ? doorOf(id, push.methods) : []));

const doorOf = (platform: PlatformDefinition['id'], methods: Webhook['methods']): Webhook => ({
  name: platform,
  methods,
  async receive(ctx, { headers, query, rawBody, arrivedAt }) {
    // Without keys the secret of such pushes is public, which is acceptable only in the simulated world.
    if (ctx.config.discord.isReal && !ctx.config[platform].isReal) return { status: 404 };
    const reading = await handlePush(ctx, platform, { headers, query, body: rawBody, arrivedAt });
    if (reading.kind === 'challenge')
      return { status: 200, contentType: 'text/plain; charset=utf-8', body: reading.text };
    if (reading.kind === 'refused') return { status: reading.isHidden ? 200 : 403, refused: reading.reason };
    return { status: 200 };
  },
});
