import { type Answer, type Call, Refusal, type Route } from '../call.ts';
import { takePoint } from '../limits.ts';
import { needToken } from '../tokens.ts';
import type { Token, TwitchWorld } from '../world.ts';
import { channelRoutes } from './channels.ts';
import { chatRoutes } from './chat.ts';
import { chatMessageRoutes } from './chat-messages.ts';
import { clipDownloadRoutes } from './clip-downloads.ts';
import { conduitRoutes } from './conduits.ts';
import { mediaRoutes } from './media.ts';
import { standingRoutes } from './standings.ts';
import { subscriptionRoutes } from './subscriptions.ts';

/** A Helix call with a checked token. */
export interface HelixRoute {
  readonly method: string;
  readonly path: string;
  readonly run: (call: Call, token: Token) => Answer;
}

export function helixRoutes(world: TwitchWorld): Route[] {
  return [
    channelRoutes,
    mediaRoutes,
    clipDownloadRoutes,
    chatRoutes,
    chatMessageRoutes,
    subscriptionRoutes,
    conduitRoutes,
    standingRoutes,
  ]
    .flatMap((list) => list(world))
    .map(({ method, path, run }) => ({
      method,
      path: `/helix${path}`,
      run: (call) => metered(world, call, run),
    }));
}

/** Every response includes the remaining points, even a refusal. */
function metered(world: TwitchWorld, call: Call, run: HelixRoute['run']): Answer {
  const token = needToken(world, call);
  const headers = takePoint(world, token);
  const answer = attempt(() => run(call, token));
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

function attempt(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return error.toAnswer();
    throw error;
  }
}
