import type { ChannelId, ServerId } from '@tally/contract';
import { hasPermission } from '@tally/discord/permissions';
import type { WebhookKey } from '@tally/discord/rest';
import { UnreadableSecretError } from '@tally/infra/crypto';
import { type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { WRONG_WEBHOOK_TOKEN } from '../afterwards/outcome.ts';
import { type ChannelWebhook, deleteWebhook, listWebhooks, saveWebhook } from '../store/webhooks.ts';
import type { Delivery } from '../tables.ts';
import type { Identity } from './compose.ts';
import type { FindRights } from './rights.ts';

/** The purpose under which webhook tokens are sealed. */
const PURPOSE = 'channel webhook';
const MISSING_PERMISSIONS = 50013;
const MISSING_ACCESS = 50001;
const UNKNOWN_WEBHOOK = 10015;

/** Our webhooks in the channels of a batch. */
export type Hooks = Map<ChannelId, ChannelWebhook>;

export async function loadHooks(ctx: Ctx, rows: readonly Delivery[]): Promise<Hooks> {
  const found = await listWebhooks(ctx.db, [...new Set(rows.map((row) => row.channelId))]);
  return new Map(found.filter((hook) => isReadable(ctx, hook)).map((row) => [row.channelId, row]));
}

/** If the key of a webhook's token is lost, we cannot use the webhook and create a new one. */
function isReadable(ctx: Ctx, hook: ChannelWebhook): boolean {
  try {
    return keyOf(ctx, hook).token !== '';
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    ctx.log.warn({ channel: hook.channelId, error }, 'the token of a webhook can not be read; a new one will be made');
    return false;
  }
}

export const keyOf = (ctx: Ctx, hook: ChannelWebhook): WebhookKey => ({
  id: hook.webhookId,
  token: ctx.secrets.decrypt(PURPOSE, hook.token),
});

/**
 * Returns our webhook in the channel, and creates one if needed. Returns null if creating one is forbidden; the bot
 * itself then posts.
 */
export async function findOrMakeHook(
  ctx: Ctx,
  delivery: Delivery,
  about: { hooks: Hooks; rights: FindRights },
): Promise<ChannelWebhook | null> {
  const { channelId, serverId } = delivery;
  const known = about.hooks.get(channelId);
  if (known) return known;
  const rights = about.rights(delivery);
  if (rights && !hasPermission(rights.permissions, 'ManageWebhooks')) return null;
  try {
    const { displayName, username } = await botOf(ctx);
    const made = await ctx.discord.webhooks.create({ channelId, name: nameOf(displayName ?? username) });
    if (!made.token) return null;
    const hook: ChannelWebhook = {
      channelId,
      serverId,
      webhookId: made.id,
      token: ctx.secrets.encrypt(PURPOSE, made.token),
      createdAt: ctx.clock.now(),
    };
    await saveWebhook(ctx.db, hook);
    about.hooks.set(channelId, hook);
    return hook;
  } catch (error) {
    if (isDenied(error)) return null;
    throw error;
  }
}

export async function forgetHook(ctx: Ctx, hook: ChannelWebhook, hooks: Hooks): Promise<void> {
  hooks.delete(hook.channelId);
  await deleteWebhook(ctx.db, hook.channelId, hook.webhookId);
}

/** The name and avatar of a message sent through a webhook: the chosen identity, or the bot's own. */
export async function faceOf(ctx: Ctx, identity: Identity | null): Promise<{ username: string; avatarUrl?: string }> {
  if (identity) {
    return { username: nameOf(identity.username), ...(identity.avatarUrl ? { avatarUrl: identity.avatarUrl } : {}) };
  }
  const bot = await botOf(ctx);
  const avatarUrl = bot.avatar ? `${ctx.config.discord.cdnUrl}/avatars/${bot.id}/${bot.avatar}.webp` : undefined;
  return { username: nameOf(bot.displayName ?? bot.username), ...(avatarUrl ? { avatarUrl } : {}) };
}

/** The author shown above a message of this server: the chosen identity, or else the bot as its members see it. */
export async function seenAs(
  ctx: Ctx,
  serverId: ServerId,
  identity: Identity | null | undefined,
): Promise<{ name: string; avatarUrl: string | null }> {
  if (identity) return { name: nameOf(identity.username), avatarUrl: identity.avatarUrl };
  try {
    const bot = await botOf(ctx);
    const { nick, avatar } = await ctx.cache.get(
      `delivery/bot in ${serverId}`,
      minutes(10),
      async () => await ctx.discord.members.get({ serverId, userId: bot.id }),
    );
    const { cdnUrl } = ctx.config.discord;
    const own = avatar ? `${cdnUrl}/guilds/${serverId}/users/${bot.id}/avatars/${avatar}.webp` : null;
    const usual = bot.avatar ? `${cdnUrl}/avatars/${bot.id}/${bot.avatar}.webp` : null;
    return { name: nick ?? bot.displayName ?? bot.username, avatarUrl: own ?? usual };
  } catch (error) {
    // A preview is useful even without the bot's name and avatar.
    if (!(error instanceof UpstreamError)) throw error;
    return { name: ctx.config.SITE_NAME, avatarUrl: null };
  }
}

const botOf = (ctx: Ctx) => ctx.cache.get('delivery/bot', minutes(10), () => ctx.discord.bot.me());

/**
 * Discord rejects names with its own name or that of its first mascot, and names over 80 characters.
 * https://docs.discord.com/developers/resources/webhook#create-webhook
 */
const nameOf = (name: string): string =>
  name
    .replaceAll(/clyde|discord/gi, (word) => `${word[0]}.${word.slice(1)}`)
    .trim()
    .slice(0, 80) || 'Notifications';

export const isHookGone = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (error.upstreamCode === UNKNOWN_WEBHOOK || error.upstreamCode === WRONG_WEBHOOK_TOKEN);

const isDenied = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (error.upstreamCode === MISSING_PERMISSIONS || error.upstreamCode === MISSING_ACCESS);
