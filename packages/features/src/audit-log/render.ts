import type { AuditLogKind, Locale } from '@tally/contract';
import { say } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { breakMentions, cleanLine, cut, escapeMarkdown } from '@tally/message/template';
import type { LoggedEvent } from './match.ts';

export interface LogLine {
  readonly event: LoggedEvent;
  /** The name of the channel whose chat is logged. */
  readonly channel: string;
}

export interface LogScene {
  readonly locale: Locale;
  readonly lines: readonly LogLine[];
  /** The number of events that were dropped because too many were waiting. */
  readonly leftOut: number;
}

const NAME_LENGTH = 40;
/** Discord allows 6,000 characters in all embeds of a message: https://docs.discord.com/developers/resources/message */
const TEXT_LENGTH = 200;
const colours: Readonly<Record<AuditLogKind, number>> = {
  ban: 0xe5_48_4d,
  timeout: 0xf7_6b_15,
  sub: 0x46_a7_58,
  gift: 0x8e_4e_c6,
  kicks: 0xff_c5_3d,
  follow: 0x3e_63_dd,
};

/** People choose their own names, so names ping no one and are escaped. */
export function renderLog({ locale, lines, leftOut }: LogScene): MessagePayload {
  return {
    ...(leftOut > 0 ? { content: say(locale, 'auditLog.leftOut', { count: leftOut }) } : {}),
    embeds: lines.map(({ event, channel }) => ({
      title: say(locale, `auditLog.${event.kind}`, { channel: isolated(plain(channel, NAME_LENGTH)) }),
      description: describe(locale, event),
      color: colours[event.kind],
      timestamp: event.at,
    })),
    allowed_mentions: noMentions,
  };
}

/**
 * Keeps a right-to-left name from reordering the sentence around it:
 * https://unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
const isolated = (text: string): string => `\u2068${text}\u2069`;
const plain = (text: string, length: number): string => cut(breakMentions(cleanLine(text)), length) || '…';
const shown = (text: string, length = NAME_LENGTH): string => isolated(escapeMarkdown(plain(text, length)));

function describe(locale: Locale, event: LoggedEvent): string {
  const sentence = sentenceOf(locale, event);
  const { reason } = event;
  if (!reason || !cleanLine(reason)) return sentence;
  const key = event.kind === 'kicks' ? 'auditLog.message' : 'auditLog.reason';
  return `${sentence}\n${say(locale, key, { text: shown(reason, TEXT_LENGTH) })}`;
}

function sentenceOf(locale: Locale, event: LoggedEvent): string {
  const { name: raw, by: rawBy = null, until, count, gift, to = [] } = event;
  const name = raw === null ? say(locale, 'auditLog.somebody') : shown(raw);
  const by = rawBy === null ? null : shown(rawBy);
  switch (event.kind) {
    case 'ban':
      return by ? say(locale, 'auditLog.bannedBy', { name, by }) : say(locale, 'auditLog.banned', { name });
    case 'timeout': {
      const end = until ? `<t:${Math.floor(Date.parse(until) / 1000)}:f>` : '…';
      return by
        ? say(locale, 'auditLog.timedOutBy', { name, by, until: end })
        : say(locale, 'auditLog.timedOut', { name, until: end });
    }
    case 'sub':
      return (count ?? 0) > 1
        ? say(locale, 'auditLog.renewed', { name, count: count ?? 0 })
        : say(locale, 'auditLog.subscribed', { name });
    case 'gift': {
      const names = to.map((each) => shown(each));
      const more = (count ?? 0) - names.length;
      const given = say(locale, 'auditLog.gave', { name, count: count ?? 0 });
      if (names.length === 0) return given;
      const list = names.join(', ');
      return `${given}\n${more > 0 ? say(locale, 'auditLog.toMore', { list, count: more }) : say(locale, 'auditLog.to', { list })}`;
    }
    case 'kicks':
      return gift
        ? say(locale, 'auditLog.kicksAs', { name, count: count ?? 0, gift: shown(gift) })
        : say(locale, 'auditLog.gaveKicks', { name, count: count ?? 0 });
    case 'follow':
      return say(locale, 'auditLog.follows', { name });
    default:
      return event.kind satisfies never;
  }
}
