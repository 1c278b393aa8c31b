import { createHash } from 'node:crypto';
import { type BrandingSwitch, type GreetType, hasFlag, type ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { defaultMessage } from '@tally/message/defaults';
import { pickVariant } from '@tally/message/template';
import { loadBranding } from '../../branding/index.ts';
import { listLooks, plansOf, type ServerLooks } from '../../servers/index.ts';
import type { MessageBody } from '../tables.ts';
import { loadServerMessages } from './load.ts';

/** What greetings of many servers are made from, looked up for all of them together. */
export interface ServerTemplates {
  looks(serverId: ServerId): ServerLooks;
  /** The server's own message, else ours; `draw` decides among variants, the same at every attempt. */
  find(serverId: ServerId, type: GreetType, draw: string, draft?: TextDraft): MessageBody;
}

/** What somebody has written and not saved yet. Absent: as it is saved. */
export interface TextDraft {
  /** Null: the standard message. */
  readonly message?: MessageBody | null | undefined;
  readonly variants?: readonly string[] | undefined;
}

const nowhere: ServerLooks = { name: '', iconUrl: null, memberCount: 0, locale: 'en-US' };

export async function loadServerTemplates(
  ctx: Ctx,
  serverIds: readonly ServerId[],
  about: { readonly types: readonly GreetType[]; readonly area: BrandingSwitch },
): Promise<ServerTemplates> {
  const [written, looks, plan, shows] = await Promise.all([
    loadServerMessages(ctx, serverIds, about.types),
    listLooks(ctx, serverIds),
    plansOf(ctx, serverIds),
    loadBranding(ctx, serverIds),
  ]);
  const looksOf = (serverId: ServerId): ServerLooks => looks.get(serverId) ?? nowhere;
  return {
    looks: looksOf,
    find(serverId, type, draw, draft = {}) {
      const { bitfield } = plan(serverId);
      const fallback = defaultMessage(type, looksOf(serverId).locale);
      // What was written under a plan that has lapsed stays stored, and is not used.
      const isOwn = hasFlag(bitfield, 'AnyMessageEditor');
      const own = draft.message === undefined ? written.message(serverId, type) : draft.message;
      const body = (isOwn ? own : null) ?? fallback;
      const variant = isOwn ? drawOne(draft.variants ?? written.variants(serverId, type), draw) : null;
      const buttons = hasFlag(bitfield, 'UseCustomButtons') ? body.buttons : [];
      const webhook = hasFlag(bitfield, 'CustomWebhooks') ? body.webhook : null;
      const { embed } = body;
      return {
        ...body,
        ...(variant === null ? {} : { content: variant }),
        buttons: buttons ?? [],
        webhook: webhook ?? null,
        embed:
          embed && !embed.footer && shows(serverId, about.area) ? { ...embed, footer: ctx.config.SITE_NAME } : embed,
      };
    },
  };
}

const drawOne = (variants: readonly string[], draw: string): string | null =>
  pickVariant(variants, (below) => createHash('sha256').update(draw).digest().readUInt32BE() % below);
