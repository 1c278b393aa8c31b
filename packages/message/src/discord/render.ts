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
  /** The server's: numbers are written as its people read them. */
  readonly locale: Locale;
  readonly ping?: Ping;
  readonly actions?: readonly ActionButton[];
  /** Of ours: stands under the text whatever has to give way for it. */
  readonly below?: string;
}

export interface Rendering {
  /** What Discord gets, always within its limits. Null when there is nothing to show. */
  readonly payload: MessagePayload | null;
  /** The name and picture under which the message appears, where the owner has set one. */
  readonly identity: { readonly username?: string; readonly avatarUrl?: string } | null;
  /** Fields whose text had to be cut, and fields that had to be left out because their value is no good. */
  readonly cut: readonly string[];
  readonly dropped: readonly string[];
}

/** The work on one message: knows its values and collects what was lost. */
export interface Draft {
  readonly cut: Set<string>;
  readonly dropped: Set<string>;
  fill(text: string, place: Place, limit: number): Filled;
  /** The text of a part, trimmed as Discord does it, noting a cut. */
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

/** Makes of an owner's message what Discord gets. Bot and preview both call this: what one sees is what is sent. */
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
 * Discord pings only whom the text mentions, so a mention that the owner left out, or that would be cut off, goes in front;
 * and so does one that is cut off because of those.
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
