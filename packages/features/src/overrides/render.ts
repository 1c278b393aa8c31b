import type { Locale } from '@tally/contract';
import { days, say } from '@tally/kernel';
import { discordLimits, type MessagePayload } from '@tally/message/discord';
import { cut, escapeMarkdown, toLink } from '@tally/message/template';

/** An event that quiet hours or a flood kept from having its own message. */
export interface Missed {
  readonly name: string;
  readonly platform: string;
  readonly title: string | null;
  readonly url: string;
  readonly at: Date;
  /** True while the stream is live. Null for a video. */
  readonly isLive: boolean | null;
}

const TITLE_LENGTH = 100;
/** Leaves room for "and 12 more". */
const REST_LENGTH = 100;

/** Renders one message for everything that a channel has missed. The message does not ping. */
export function renderDigest(
  locale: Locale,
  missed: readonly Missed[],
  { now, isOfMany = false }: { readonly now: Date; readonly isOfMany?: boolean },
): MessagePayload {
  const ordered = [...missed].sort((a, b) => Number(b.isLive ?? false) - Number(a.isLive ?? false));
  const lines: string[] = [];
  let length = 0;
  for (const each of ordered) {
    const line = lineOf(locale, each, now);
    if (length + line.length + 1 > discordLimits.description - REST_LENGTH) break;
    lines.push(line);
    length += line.length + 1;
  }
  const left = ordered.length - lines.length;
  if (left > 0) lines.push(say(locale, 'overrides.digestMore', { count: left }));
  const live = missed.filter((each) => each.isLive).length;
  return {
    embeds: [
      {
        title: say(locale, isOfMany ? 'overrides.manyTitle' : 'overrides.digestTitle'),
        description: lines.join('\n'),
        footer: {
          text: say(locale, isOfMany ? 'overrides.manyFooter' : 'overrides.digestFooter', {
            count: missed.length,
            live,
          }),
        },
      },
    ],
    allowed_mentions: { parse: [], roles: [], users: [] },
  };
}

function lineOf(locale: Locale, { name, platform, title, url, at, isLive }: Missed, now: Date): string {
  const address = toLink(url);
  const link = address ? `[${escapeMarkdown(name)}](${address})` : escapeMarkdown(name);
  const mark = isLive ? `🔴 **${say(locale, 'overrides.digestLive')}** · ` : '';
  const words = title ? ` · ${escapeMarkdown(cut(title, TITLE_LENGTH))}` : '';
  // A digest that is days late shows the date as well.
  const style = now.getTime() - at.getTime() < days(1) ? 't' : 'f';
  return `${mark}${link} · ${escapeMarkdown(platform)} · <t:${Math.floor(at.getTime() / 1000)}:${style}>${words}`;
}
