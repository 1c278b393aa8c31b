import { createHmac } from 'node:crypto';
import type { TestApi } from './api.ts';
import { type Signer, strangeTimes } from './forgeries.ts';

/** A KickBot partner that reports events of the channel `bell`. */
export function kickbotSigner({ clock, ctx }: Pick<TestApi, 'clock' | 'ctx'>, kind: 'clip' | 'vod'): Signer {
  const now = clock.now().getTime();
  const seconds = (offset: number): string => String(Math.floor(now / 1_000) + offset);
  const letter = (id: string): Buffer =>
    Buffer.from(
      JSON.stringify({
        id,
        streamer: 'bell',
        clipper: { username: 'fan', badges: ['vip'] },
        title: 'The fall',
        url: `https://kickbot.com/${kind}/${id}`,
        durationSeconds: 30,
        createdAt: new Date(now - 60_000).toISOString(),
      }),
    );
  const body = letter(`${kind}-1`);
  return {
    body,
    sign({ body: about, timestamp = seconds(0), id, key = 'ours' } = {}) {
      const sent = about ?? (id ? letter(id) : body);
      const secret = key === 'ours' ? (ctx.config.kickbot.secret ?? '') : 'of somebody else';
      const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(sent).digest('hex');
      return {
        headers: {
          'content-type': 'application/json',
          'x-kickbot-timestamp': timestamp,
          'x-kickbot-signature': `sha256=${signature}`,
        },
        body: sent,
      };
    },
    signatureHeader: 'x-kickbot-signature',
    neededHeaders: ['x-kickbot-signature', 'x-kickbot-timestamp'],
    signedHeaders: ['x-kickbot-timestamp'],
    wrongTimes: [...strangeTimes, ...[-301, -3_600, -86_400, 302, 3_600, 86_400].map(seconds), '', '1e9', ' 1'],
  };
}
