import { makeUser } from '../state/make.ts';
import type { State } from '../state/state.ts';
import type { Application } from '../state/types.ts';
import type { KeyPair } from './keys.ts';

export const APPLICATION_ID = '900000000000000001';
export const BOT_TOKEN = 'sim-bot-token';
export const CLIENT_SECRET = 'sim-client-secret';
export const DEMO_USER_ID = '100000000000000001';

/** GUILD_MEMBERS, GUILD_PRESENCES and MESSAGE_CONTENT. */
const ALL_PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15);

/** The URLs to which a login may return: the web app and the API, under both names of this machine. */
const REDIRECTS = [3000, 4000].flatMap((port) =>
  ['localhost', '127.0.0.1'].flatMap((host) => [
    `http://${host}:${port}/auth/callback`,
    `http://${host}:${port}/api/auth/callback`,
    `http://${host}:${port}/login/callback`,
    `http://${host}:${port}/callback`,
    `http://${host}:${port}/linked-roles`,
  ]),
);

/** The configured URL of the dashboard, if it is not the default. */
const web = process.env.SIM_WEB_URL;
const dashboard = web ? [`${web}/login/callback`, `${web}/linked-roles`] : [];

/** The product's own application, its bot, and the developer who registered it. */
export function seedApplication(state: State, keys: KeyPair): Application {
  const owner = makeUser(state, {
    id: DEMO_USER_ID,
    username: 'robin',
    global_name: 'Robin Okafor',
    avatar: 'a11ce0000000000000000000000000a1',
    isDemo: true,
  });
  state.demoUserId = owner.id;
  const bot = makeUser(state, {
    id: APPLICATION_ID,
    username: 'Tally',
    bot: true,
    avatar: '7a11f0000000000000000000000000b0',
  });
  return makeApplication(state, {
    id: APPLICATION_ID,
    name: 'Tally',
    token: BOT_TOKEN,
    secret: CLIENT_SECRET,
    botId: bot.id,
    ownerId: owner.id,
    keys,
  });
}

export function makeApplication(
  state: State,
  given: { id: string; name: string; token: string; secret: string; botId: string; ownerId: string; keys: KeyPair },
): Application {
  const application: Application = {
    id: given.id,
    name: given.name,
    description: 'Your Discord Notification Companion',
    icon: null,
    botId: given.botId,
    token: given.token,
    secret: given.secret,
    publicKey: given.keys.publicKeyHex,
    privateKey: given.keys.privateKey,
    redirectUris: [...REDIRECTS, ...dashboard],
    interactionsEndpointUrl: null,
    roleConnectionsVerificationUrl: null,
    privilegedIntents: ALL_PRIVILEGED,
    ownerId: given.ownerId,
    maxConcurrency: 1,
    recommendedShards: null,
    identifies: { startedAt: state.clock.ms(), used: 0, total: 1000 },
  };
  state.applications.set(application.id, application);
  return application;
}
