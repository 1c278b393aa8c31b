import type { GreetType, Locale, StreamerBody, StreamerMessageType } from '@tally/contract';
import { words } from './words.ts';

export type MessageBody = Omit<NonNullable<StreamerBody['customMessages']>[number], 'type'>;

/** What is posted where nobody has written a message: in the server's language, with the platform's colour. */
export function defaultMessage(type: StreamerMessageType | GreetType, locale: Locale): MessageBody {
  const say = words[locale];
  if (type === 'welcome' || type === 'leave' || type === 'birthday') return { content: say[type] };
  const kind = kindOf(type);
  switch (kind) {
    case 'live':
      return withCard(
        say.live,
        { description: '', image: '{thumbnail}', fields: [field(say.category, '{category}')] },
        { title: say.watch, url: '{url}' },
      );
    case 'offline':
      return withCard(
        null,
        {
          description: say.ended,
          fields: [
            field(say.duration, '{duration}'),
            field(say.peak, '{peak_viewers}'),
            field(say.average, '{average_viewers}'),
            { ...field(say.categories, '{categories}'), inline: false },
          ],
        },
        { title: say.channel, url: '{channel_url}' },
        // Only there once the recording can be watched.
        { title: say.recording, url: '{vod_url}' },
      );
    case 'video':
    case 'clip':
    case 'vod':
      return withCard(
        say[kind],
        { description: '', image: '{thumbnail}', fields: [] },
        { title: say.open, url: '{url}' },
      );
    default:
      return kind satisfies never;
  }
}

const field = (name: string, value: string) => ({ name, value, inline: true });

function withCard(
  content: string | null,
  card: { description: string; image?: string; fields: ReturnType<typeof field>[] },
  button: { title: string; url: string },
  ...more: readonly { title: string; url: string }[]
): MessageBody {
  return {
    content: content === null ? null : `{ping} ${content}`,
    embed: {
      title: '{title}',
      url: button.url,
      color: '{platform_color}',
      author: '{streamer}',
      authorIcon: '{avatar}',
      ...card,
    },
    buttons: [button, ...more],
  };
}

type Kind = 'live' | 'offline' | 'video' | 'clip' | 'vod';

function kindOf(type: StreamerMessageType): Kind {
  if (type.endsWith('Live')) return 'live';
  if (type.endsWith('Offline')) return 'offline';
  if (type === 'clip' || type === 'kickBuiltInClip') return 'clip';
  return type === 'vod' ? 'vod' : 'video';
}
