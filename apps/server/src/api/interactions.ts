import { createEndpoint } from '@tally/discord/interactions';
import { claim, keepAnswer } from '@tally/infra/idempotency';
import { AppError, type Ctx, type Doors, type Webhook } from '@tally/kernel';
import { systemCtx } from '../boot/house.ts';
import { openRouter } from '../boot/interactions.ts';

type Endpoint = ReturnType<typeof createEndpoint>;

/** Receives Discord's interactions over HTTP, if the setting says so. */
export function receiveInteractions(doors: Doors): readonly Webhook[] {
  if (doors.config.DISCORD_INTERACTIONS !== 'http') return [];
  const makeCtx = () => systemCtx(doors, { part: 'api' });
  const router = openRouter(doors, makeCtx, { claim: (id) => claimOnce(makeCtx(), id) });
  let opening: Promise<Endpoint> | null = null;
  const open = (): Promise<Endpoint> => {
    // A failure is not cached, so the next call tries again.
    opening ??= openEndpoint().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  async function openEndpoint(): Promise<Endpoint> {
    const publicKey = doors.config.discord.publicKey ?? (await doors.discord.bot.application()).publicKey;
    return createEndpoint({ publicKey, router, clock: doors.clock });
  }
  return [
    {
      name: 'discord',
      methods: ['POST'],
      async receive(_ctx, { headers, rawBody }) {
        if (doors.safeMode.current) throw new AppError('safeMode');
        const endpoint = await open();
        const { status, body } = await endpoint({
          signature: headers['x-signature-ed25519'],
          timestamp: headers['x-signature-timestamp'],
          rawBody,
        });
        const text = body ? JSON.stringify(body) : '';
        const refused = status === 401 ? { refused: 'it is not signed by Discord' } : {};
        return { status, contentType: 'application/json; charset=utf-8', body: text, ...refused };
      },
    },
  ];
}

/**
 * Prevents replays: a recorded signed call could be sent again, even to another process, while its timestamp is valid.
 */
async function claimOnce(ctx: Ctx, id: string): Promise<boolean> {
  const call = { caller: 'discord interactions', key: id, requestHash: '' };
  const held = await claim(ctx, call);
  if (held.kind !== 'new') return false;
  // The answer is stored immediately, because a claim without an answer could be taken over later.
  await keepAnswer(ctx, call, { claimedAt: held.claimedAt, status: 200, body: '' });
  return true;
}
