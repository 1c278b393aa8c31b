import { isLoopback, isOutsideHost } from '@tally/infra/http';
import type { Config, Ctx } from '@tally/kernel';
import { type Answer, ask, type Finding, found } from './finding.ts';
import { Arrived, hashOf, probeBody, signatureHeaders, signProbe } from './probe.ts';

type Doors = Pick<Ctx, 'config' | 'http' | 'secrets' | 'clock'>;

/** The public URL cannot answer if our API is not running. */
async function isRunning(doors: Doors): Promise<boolean> {
  const { HOST, API_PORT } = doors.config;
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return (await ask(doors, { world: 'own API', url: `http://${host}:${API_PORT}/health` })).status === 200;
}

/** Checks the URL at which platforms reach us. Returns null if no URL is set and no feature needs one. */
export async function checkAddresses(doors: Doors): Promise<readonly Finding[] | null> {
  const { config } = doors;
  if (!config.PUBLIC_API_URL) {
    const missing = needingPushes(config).map((setting) => found('publicApiMissing', { setting }));
    return missing.length > 0 ? missing : null;
  }
  const address = config.PUBLIC_API_URL;
  const url = new URL(address);
  // A local URL is correct if Discord is simulated on this machine.
  if (!isLoopback(new URL(config.discord.apiUrl).hostname)) {
    if (isPrivate(url.hostname)) return [found('publicApiPrivate', { address })];
    if (url.protocol !== 'https:') return [found('publicApiNotHttps', { address })];
    if (config.twitch.isReal && url.port !== '') return [found('twitchPort', { address })];
  }
  return (await isRunning(doors)) ? await probe(doors, address) : [];
}

/** Lists the settings that need pushes to work; other features fall back to slower polling. */
const needingPushes = (config: Config): string[] => [
  ...(config.DISCORD_INTERACTIONS === 'http' && config.discord.isReal ? ['DISCORD_INTERACTIONS=http'] : []),
  ...(config.stripe.isReal && !config.stripe.isOff ? ['STRIPE_SECRET_KEY'] : []),
  ...(config.discord.isReal && !config.topgg.isOff ? ['TOPGG_WEBHOOK_SECRET'] : []),
];

const isPrivate = (host: string): boolean => !isOutsideHost(host);

async function probe(doors: Doors, address: string): Promise<Finding[]> {
  const about = { setting: 'PUBLIC_API_URL', address, port: 'API_PORT' };
  const answer = await ask(doors, {
    world: 'own address',
    url: `${address}/webhooks/probe`,
    method: 'POST',
    isQuestion: true,
    query: signProbe(doors),
    headers: Object.fromEntries(signatureHeaders.map((name) => [name, name])),
    body: { bytes: probeBody, contentType: 'application/json' },
  });
  const trouble = troubleOf(answer, about);
  if (trouble) return [trouble];
  const arrived = Arrived.safeParse('json' in answer ? answer.json : null).data;
  if (!arrived) return [found('addressIsAnothers', { ...about, status: answer.status })];
  const missing = signatureHeaders.filter((name) => !arrived.headers.includes(name));
  const isTrusting = doors.config.TRUST_PROXY;
  return [
    ...(arrived.bodyHash === hashOf(probeBody) ? [] : [found('bodyRewritten', { address })]),
    ...(missing.length > 0 ? [found('headersEaten', { address, headers: missing.join(', ') })] : []),
    ...(isTrusting && !arrived.isForwarded ? [found('forwardedMissing', { address })] : []),
    ...(arrived.isForwarded && !arrived.isForwardedBelieved ? [found('proxyNotTrusted', { address })] : []),
  ];
}

/** The web app sets this header if a proxy forwards the visitor's address but is not trusted. */
const UNREAD_HEADER = 'x-forwarded-unread';

/** Checks that the web app answers at the dashboard's URL and that it reaches our API. */
export async function checkDashboard(doors: Doors): Promise<readonly Finding[] | null> {
  const address = doors.config.WEB_URL;
  if (!address || !(await isRunning(doors))) return null;
  const about = { setting: 'WEB_URL', address, port: 'WEB_PORT' };
  const answer = await ask(doors, { world: 'own address', url: `${address}/api/tally/health` });
  const trouble = troubleOf(answer, about);
  if (trouble) return [trouble];
  const isOurs = 'json' in answer && JSON.stringify(answer.json).includes('"up":true');
  if (!isOurs) return [found('addressIsAnothers', { ...about, status: answer.status })];
  const isUnread = 'headers' in answer && answer.headers[UNREAD_HEADER] !== undefined;
  return isUnread ? [found('proxyNotTrusted', { address })] : [];
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificate = /CERT|SIGNATURE|ERR_TLS|ERR_SSL/;

function troubleOf(answer: Answer, about: Record<'setting' | 'address' | 'port', string>): Finding | null {
  if (!('reason' in answer)) {
    return [502, 503, 504].includes(answer.status) ? found('proxyFails', { ...about, status: answer.status }) : null;
  }
  const { reason } = answer;
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(reason)) return found('addressUnknown', about);
  return found(certificate.test(reason) ? 'certificateRefused' : 'addressSilent', { ...about, reason });
}
