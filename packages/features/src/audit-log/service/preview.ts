import {
  type AuditLogKind,
  defaultLocale,
  type MessageDraft,
  type MessagePreview,
  type ServerId,
} from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { seenAs } from '@tally/pipeline/delivery';
import { listSummaries } from '../../servers/index.ts';
import { kindsOf, type LoggedEvent } from '../match.ts';
import { renderLog } from '../render.ts';

/** Shows an example of each chosen kind of event in one message. */
export async function preview(ctx: Ctx, serverId: ServerId, { chatLog }: MessageDraft): Promise<MessagePreview> {
  const locale = (await listSummaries(ctx, [serverId])).get(serverId)?.locale ?? defaultLocale;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + minutes(10)).toISOString();
  const examples: Readonly<Record<AuditLogKind, Omit<LoggedEvent, 'kind' | 'at'>>> = {
    ban: { name: 'Robin', by: 'Wren' },
    timeout: { name: 'Robin', by: 'Wren', until },
    sub: { name: 'Teapotter', count: 3 },
    gift: { name: 'Jonas', count: 2, to: ['Teapotter', 'Wren'] },
    kicks: { name: 'Jonas', count: 500, gift: 'Rage Quit' },
    follow: { name: 'Teapotter' },
  };
  const lines = kindsOf(chatLog?.kinds).map((kind) => ({
    event: { kind, at: now.toISOString(), ...examples[kind] },
    channel: chatLog?.streamerUserName ?? '',
  }));
  const payload = lines.length === 0 ? null : { ...renderLog({ locale, lines, leftOut: 0 }) };
  return { payload, sender: await seenAs(ctx, serverId, null), shows: null, people: [], files: [] };
}
