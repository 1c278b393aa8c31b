import { createHash } from 'node:crypto';
import { type BrandingSwitch, hasFlag, type Locale, type ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { defaultMessage, type ServerText } from '@tally/message/defaults';
import { pickVariant } from '@tally/message/template';
import { loadBranding } from '../../branding/index.ts';
import { listSummaries, plansOf, type ServerSummary } from '../../servers/index.ts';
import type { MessageBody } from '../tables.ts';
import { loadServerMessages } from './load.ts';

/** The data for composing many servers' messages, loaded together. */
export interface ServerTemplates {
  looks(serverId: ServerId): ServerSummary;
  /** Finds the server's own message, or else the default. `draw` picks the same variant on every attempt. */
  find(serverId: ServerId, type: ServerText, draw: string, draft?: TextDraft): MessageBody;
  /** The message's language. A server's own message is in the server's language. */
  localeOf(serverId: ServerId, type: ServerText, draft?: TextDraft): Locale;
}

/** An unsaved draft. An absent field keeps its saved value. */
export interface TextDraft {
  /** Null means the default message. */
  readonly message?: MessageBody | null | undefined;
  readonly variants?: readonly string[] | undefined;
}

const nowhere: ServerSummary = { name: '', iconUrl: null, memberCount: 0, locale: 'en-US' };

export async function loadServerTemplates(
  ctx: Ctx,
  serverIds: readonly ServerId[],
  about: {
    readonly types: readonly ServerText[];
    /** Null for messages that never show our name. */
    readonly area: BrandingSwitch | null;
    /** The language of a single reader. Absent if the whole server reads the message. */
    readonly reader?: Locale;
  },
): Promise<ServerTemplates> {
  const [written, looks, plan, shows] = await Promise.all([
    loadServerMessages(ctx, serverIds, about.types),
    listSummaries(ctx, serverIds),
    plansOf(ctx, serverIds),
    loadBranding(ctx, serverIds),
  ]);
  const looksOf = (serverId: ServerId): ServerSummary => looks.get(serverId) ?? nowhere;
  // After a plan lapses, its texts stay stored but are not used.
  const isOwn = (serverId: ServerId) => hasFlag(plan(serverId).bitfield, 'AnyMessageEditor');
  const ownOf = (serverId: ServerId, type: ServerText, draft: TextDraft) => ({
    message: draft.message === undefined ? written.message(serverId, type) : draft.message,
    variants: draft.variants ?? written.variants(serverId, type),
  });
  const templates: ServerTemplates = {
    looks: looksOf,
    localeOf(serverId, type, draft = {}) {
      const { message, variants } = ownOf(serverId, type, draft);
      const isWritten = isOwn(serverId) && (message !== null || variants.length > 0);
      return (isWritten ? null : about.reader) ?? looksOf(serverId).locale;
    },
    find(serverId, type, draw, draft = {}) {
      const { bitfield } = plan(serverId);
      const fallback = defaultMessage(type, templates.localeOf(serverId, type, draft));
      const own = ownOf(serverId, type, draft);
      const body = (isOwn(serverId) ? own.message : null) ?? fallback;
      const variant = isOwn(serverId) ? drawOne(own.variants, draw) : null;
      const buttons = hasFlag(bitfield, 'UseCustomButtons') ? body.buttons : [];
      const webhook = hasFlag(bitfield, 'CustomWebhooks') ? body.webhook : null;
      const { embed } = body;
      const isBranded = embed && !embed.footer && about.area !== null && shows(serverId, about.area);
      return {
        ...body,
        ...(variant === null ? {} : { content: variant }),
        buttons: buttons ?? [],
        webhook: webhook ?? null,
        embed: isBranded ? { ...embed, footer: ctx.config.SITE_NAME } : embed,
      };
    },
  };
  return templates;
}

const drawOne = (variants: readonly string[], draw: string): string | null =>
  pickVariant(variants, (below) => createHash('sha256').update(draw).digest().readUInt32BE() % below);
