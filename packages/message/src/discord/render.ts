import type { Locale } from '@tally/contract';
import { type Filled, fill, type Place, type Placeholder, toLink, type Values } from '../template/index.ts';
import { type ActionButton, renderButtons } from './buttons.ts';
import { renderEmbed } from './embed.ts';
import { discordLimits as limits } from './limits.ts';
import { allowedMentions, missingMentions, type Ping } from './mentions.ts';
import type { Part } from './parts.ts';
import type { MessagePayload } from './payload.ts';
import type { MessageTemplate, WebhookTemplate } from './template.ts';
import { isForbiddenName } from './values.ts';

export interface RenderInput {
  readonly template: MessageTemplate;
  readonly placeholders: readonly Placeholder[];
  readonly values: Values;
  /** The server's locale, which decides the number format. */
  readonly locale: Locale;
  readonly ping?: Ping;
  readonly actions?: readonly ActionButton[];
  /** Our own text below the owner's content. It is never cut. */
  readonly below?: string;
}

export interface Rendering {
  /** The message for Discord, always within its limits. Null if there is nothing left to show. */
  readonly payload: MessagePayload | null;
  /** The name and picture above the message, if the owner has set them. */
  readonly identity: { readonly username?: string; readonly avatarUrl?: string } | null;
  /** The fields whose text was cut, or that were left out because their value is invalid. */
  readonly cut: readonly string[];
  readonly dropped: readonly string[];
}

/** The state of rendering one message. It holds the values and collects what was cut. */
export interface Draft {
  readonly cut: Set<string>;
  readonly dropped: Set<string>;
  fill(text: string, place: Place, limit: number): Filled;
  /** Fills a part, trims it like Discord does, and records a cut. */
  put(part: Part): string;
}

export function openDraft({
  placeholders,
  values,
  locale,
}: Pick<RenderInput, 'placeholders' | 'values'> & Partial<Pick<RenderInput, 'locale'>>): Draft {
  const draft: Draft = {
    cut: new Set(),
    dropped: new Set(),
    fill: (text, place, limit) => fill(text, { placeholders, values, place, limit, locale }),
    put(part) {
      const { text, isCut } = draft.fill(part.text, part.place, part.limit);
      if (isCut) draft.cut.add(part.path);
      return text.trim();
    },
  };
  return draft;
}

/** Renders an owner's message for Discord. The bot and the preview both call this, so they show the same. */
export function renderMessage(input: RenderInput): Rendering {
  const draft = openDraft(input);
  const { template, ping = {}, actions = [], below = '' } = input;
  const content = renderContent(template.content ?? '', { ping, below }, draft);
  const embed = template.embed ? renderEmbed(template.embed, draft) : null;
  const rows = renderButtons(template.buttons ?? [], actions, draft);
  const identity = template.webhook?.enabled ? renderIdentity(template.webhook, draft) : null;
  const payload: MessagePayload | null =
    content || embed
      ? {
          ...(content ? { content } : {}),
          ...(embed ? { embeds: [embed] } : {}),
          ...(rows.length > 0 ? { components: rows } : {}),
          allowed_mentions: allowedMentions(ping),
        }
      : null;
  return { payload, identity, cut: [...draft.cut], dropped: [...draft.dropped] };
}

function renderContent(text: string, { ping, below }: { ping: Ping; below: string }, draft: Draft): string {
  const room = limits.content - (below ? below.length + 1 : 0);
  const lead = leadOf(text, { ping, room }, draft);
  const limit = room - (lead ? lead.length + 1 : 0);
  const content = draft.put({ path: 'content', text, place: 'markdown', limit });
  return [[lead, content].filter((each) => each !== '').join(' '), below].filter((each) => each !== '').join('\n');
}

/**
 * Discord pings only people that the text mentions. Mentions that the owner left out, or that would be cut off, go in
 * front. That may cut off further mentions, so we repeat this.
 */
function leadOf(text: string, { ping, room }: { ping: Ping; room: number }, draft: Draft): string {
  let lead = '';
  for (;;) {
    const { text: filled } = draft.fill(text, 'markdown', room - (lead ? lead.length + 1 : 0));
    const lost = missingMentions(ping, `${lead} ${filled}`);
    if (lost.length === 0) return lead;
    lead = [lead, ...lost].filter((each) => each !== '').join(' ');
  }
}

function renderIdentity(webhook: WebhookTemplate, draft: Draft): Rendering['identity'] {
  const part = {
    path: 'webhook.username',
    text: webhook.username ?? '',
    place: 'plain',
    limit: limits.webhookName,
  } as const;
  const username = draft.put(part);
  const isGood = username !== '' && !isForbiddenName(username);
  if (username && !isGood) draft.dropped.add(part.path);
  const avatarUrl = toLink(draft.fill(webhook.avatarUrl ?? '', 'address', limits.url).text);
  if (webhook.avatarUrl && avatarUrl === null) draft.dropped.add('webhook.avatarUrl');
  if (!isGood && avatarUrl === null) return null;
  return { ...(isGood ? { username } : {}), ...(avatarUrl === null ? {} : { avatarUrl }) };
}
