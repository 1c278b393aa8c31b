import { badRequest, Refusal } from '../call.ts';
import type { Callback, Conduit, Token, TwitchWorld } from '../world.ts';

/** Webhooks and conduits belong to the app: https://dev.twitch.tv/docs/eventsub/manage-subscriptions/ */
export function needApp({ kind }: Token): void {
  if (kind !== 'app') throw new Refusal(401, 'using webhook transport requires an app access token');
}

export function readCallback({ callback, secret }: { callback: string; secret: string }): Callback {
  if (secret.length < 10 || secret.length > 100) {
    throw badRequest('transport secret must be between 10 and 100 characters');
  }
  const url = new URL(callback);
  // Outside this machine, Twitch calls only https on port 443.
  const isNear = ['localhost', '127.0.0.1'].includes(url.hostname);
  if (!isNear && (url.protocol !== 'https:' || url.port !== '')) throw badRequest('callback must be https on port 443');
  return { url: callback, secret };
}

/** Another app's conduit is reported as unknown. */
export function getConduit(world: TwitchWorld, id: string): Conduit {
  const conduit = world.conduits.get(id);
  if (!conduit) throw new Refusal(404, 'conduit not found');
  if (conduit.clientId !== world.app.clientId) {
    throw new Refusal(404, "conduit's owner does not match the client ID in the token");
  }
  return conduit;
}
