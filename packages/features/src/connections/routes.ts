import { aboutPlatforms, connections } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { startConnecting } from './service/begin.ts';
import { makeChatCode } from './service/chat-code.ts';
import { linkByAddress, linkByLogin } from './service/link.ts';
import { unlink } from './service/unlink.ts';

export const routes = implement(connections, {
  startConnecting: async (ctx, { params, query }) =>
    await startConnecting(ctx, requireUser(ctx), params.platform, query.depth ?? 'viewer'),
  async connect(ctx, { params: { platform }, query: { state }, body: { code } }) {
    if (aboutPlatforms[platform].login === 'api-url') await linkByAddress(ctx, requireUser(ctx), platform, code);
    else await linkByLogin(ctx, requireUser(ctx), platform, { code, state });
    return say(ctx.locale, 'connections.linked');
  },
  async disconnect(ctx, { params }) {
    await unlink(ctx, requireUser(ctx).userId, params.platform);
    return say(ctx.locale, 'connections.unlinked');
  },
  getChatCode: async (ctx, { params }) => await makeChatCode(ctx, requireUser(ctx).userId, params.platform),
});
