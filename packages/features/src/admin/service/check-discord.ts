import { type IntentName, intentsFor, privilegedIntents, refusedOf } from '@tally/discord/gateway';
import { budgetOfBot, countRefused } from '@tally/infra/budgets';
import { isDatabaseDown } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { z } from 'zod';
import { listApplied } from '../store/installation.ts';
import { type Answer, ask, downOf, type Finding, found } from './finding.ts';

type Doors = Pick<Ctx, 'config' | 'http'>;
type Known = Pick<Ctx, 'config'> & { readonly db: Ctx['db'] | null };

/** https://docs.discord.com/developers/resources/application#application-object */
const Application = z.object({
  id: z.string(),
  verify_key: z.string().nullish(),
  flags: z.number().int().default(0),
  bot_public: z.boolean().default(true),
  bot_require_code_grant: z.boolean().default(false),
  /** A proxy with an older API does not send this field. */
  redirect_uris: z.array(z.string()).nullish(),
  interactions_endpoint_url: z.string().nullish(),
});
type Application = z.output<typeof Application>;

const Complaint = z.object({ error: z.string() });
const Gateway = z.object({
  session_start_limit: z.object({ total: z.number(), remaining: z.number(), reset_after: z.number() }),
});

/** The names that Discord's developer portal shows. */
export const nameOfIntent: Partial<Record<IntentName, string>> = {
  GuildMembers: 'Server Members Intent',
  GuildPresences: 'Presence Intent',
  MessageContent: 'Message Content Intent',
};

/** A clock that is further off breaks signatures and tokens. A smaller difference may be network delay. */
const CLOCK_MAY_BE_OFF_MS = 60_000;

const askAsBot = ({ config, ...doors }: Doors, path: string): Promise<Answer> =>
  ask(doors, {
    world: 'discord',
    url: `${config.discord.apiUrl}/v10${path}`,
    headers: {
      authorization: `Bot ${config.discord.token}`,
      'user-agent': config.discord.userAgent,
    },
  });

/** Returns a reason not to start if Discord refuses the token. An outage of Discord is no reason, because it passes. */
export async function findUselessToken(doors: Doors): Promise<Finding | null> {
  const { status } = await askAsBot(doors, '/applications/@me');
  return status === 401 ? refusedToken(doors.config.discord.token) : null;
}

function refusedToken(token: string): Finding {
  if (/^bot\s/i.test(token)) return found('tokenHasPrefix');
  return found(token.split('.').length === 3 ? 'wrongToken' : 'notAToken');
}

export async function checkDiscord(
  doors: Doors & Known & Pick<Ctx, 'clock' | 'features'>,
): Promise<readonly Finding[] | null> {
  const { config, clock } = doors;
  if (!config.discord.isReal) return null;
  const answer = await askAsBot(doors, '/applications/@me');
  const down = downOf('Discord', answer);
  if (down) return [down];
  if (answer.status === 401) return [refusedToken(config.discord.token)];
  if (answer.status === 403) return [found('turnedAway', { status: answer.status })];
  const application = Application.safeParse('json' in answer ? answer.json : null).data;
  if (!application) return [found('worldDown', { world: 'Discord', reason: `${answer.status}` })];
  const isOwn = application.id === config.discord.clientId;
  const [secret, starts, support, others] = await Promise.all([
    isOwn ? checkSecret(doors) : [found('wrongClientId', { given: config.discord.clientId, real: application.id })],
    checkStarts(doors),
    checkSupportServer(doors, application.id),
    findOtherUsers(doors),
  ]);
  const date = 'headers' in answer ? answer.headers['date'] : undefined;
  return [
    ...secret,
    ...checkSwitches(doors, application),
    ...(isOwn ? checkRedirects(doors, application) : []),
    ...starts,
    ...support,
    ...others,
    ...checkClock(date, clock.now()),
  ];
}

/** Sends a made-up token: Discord's refusal shows whether our keys are correct, and no token is granted either way. */
async function checkSecret({ config, http }: Doors): Promise<Finding[]> {
  const { apiUrl, clientId, clientSecret } = config.discord;
  const form = { grant_type: 'refresh_token', refresh_token: 'none', client_id: clientId, client_secret: clientSecret };
  const answer = await ask(
    { http },
    { world: 'discord', url: `${apiUrl}/oauth2/token`, method: 'POST', isQuestion: true, body: { form } },
  );
  const { error } = Complaint.safeParse('json' in answer ? answer.json : null).data ?? {};
  return answer.status === 401 || error === 'invalid_client' ? [found('wrongClientSecret')] : [];
}

function checkSwitches({ config, features }: Doors & Pick<Ctx, 'features'>, application: Application): Finding[] {
  const used = new Set([
    ...intentsFor(features.flatMap((each) => each.gateway ?? [])),
    ...features.flatMap((each) => each.intents ?? []),
  ]);
  const wanted = privilegedIntents.filter((intent) => used.has(intent));
  const { publicKey } = config.discord;
  const endpoint = application.interactions_endpoint_url;
  const isForeign =
    config.DISCORD_INTERACTIONS === 'gateway' && endpoint && endpoint !== `${config.publicApiUrl}/webhooks/discord`;
  return [
    ...refusedOf(wanted, application.flags).map((name) => found('intentOff', { intent: nameOfIntent[name] ?? name })),
    ...(application.bot_require_code_grant ? [found('codeGrantOn')] : []),
    ...(application.bot_public ? [] : [found('notPublic')]),
    ...(isForeign ? [found('foreignEndpoint', { address: endpoint })] : []),
    ...(publicKey && application.verify_key && publicKey !== application.verify_key ? [found('wrongPublicKey')] : []),
  ];
}

function checkRedirects({ config }: Doors, { redirect_uris: known }: Application): Finding[] {
  const wanted = [`${config.webUrl}/login/callback`, `${config.webUrl}/linked-roles`];
  return wanted
    .filter((address) => known && !known.includes(address))
    .map((address) => found('redirectMissing', { address }));
}

async function checkStarts(doors: Doors): Promise<Finding[]> {
  const answer = await askAsBot(doors, '/gateway/bot');
  const limit = Gateway.safeParse('json' in answer ? answer.json : null).data?.session_start_limit;
  if (!limit || limit.remaining > 0) return [];
  return [found('noStartsLeft', { total: limit.total, minutes: Math.ceil(limit.reset_after / 60_000) })];
}

/** A process that was frozen for a while can cause a few refusals on its own. */
const MANY_REFUSALS = 10;

/** Our processes respect Discord's limit together, so refusals mean that another program uses our token. */
async function findOtherUsers({ db, config }: Known): Promise<Finding[]> {
  try {
    if (!db || (await listApplied(db)).length === 0) return [];
    const count = await countRefused(db, budgetOfBot(config.discord.clientId));
    return count < MANY_REFUSALS ? [] : [found('tokenElsewhere', { count })];
  } catch (error) {
    // The database check already reports the outage.
    if (isDatabaseDown(error)) return [];
    throw error;
  }
}

const Server = z.object({
  owner_id: z.string(),
  roles: z.array(z.object({ id: z.string(), permissions: z.string() })),
});
const Member = z.object({ roles: z.array(z.string()) });
/** The bits of Create Invite and Administrator; either one is enough. */
const MAY_INVITE = 0b1001n;

async function checkSupportServer(doors: Doors, applicationId: string): Promise<Finding[]> {
  const id = doors.config.SUPPORT_SERVER_ID;
  if (!id) return [];
  const [told, member] = await Promise.all([
    askAsBot(doors, `/guilds/${id}`),
    askAsBot(doors, `/guilds/${id}/members/${applicationId}`),
  ]);
  if ([400, 403, 404].includes(told.status)) return [found('noSupportServer', { id })];
  const server = Server.safeParse('json' in told ? told.json : null).data;
  const own = Member.safeParse('json' in member ? member.json : null).data;
  if (!server || !own) return [];
  // The id of the @everyone role equals the server's id.
  const roles = server.roles.filter((role) => role.id === id || own.roles.includes(role.id));
  const mayInvite = roles.some(({ permissions }) => (BigInt(permissions) & MAY_INVITE) !== 0n);
  return mayInvite || server.owner_id === applicationId ? [] : [found('supportServerClosed', { id })];
}

function checkClock(date: string | undefined, now: Date): Finding[] {
  const off = Math.abs(now.getTime() - Date.parse(date ?? ''));
  return off > CLOCK_MAY_BE_OFF_MS ? [found('clockOff', { seconds: Math.round(off / 1000) })] : [];
}
