import type { GiveawayMessageType, GreetType, Locale, StreamerBody, StreamerMessageType } from '@tally/contract';
import { type Words, words } from './words.ts';

export type MessageBody = Omit<NonNullable<StreamerBody['customMessages']>[number], 'type'>;

/** A server's texts that are not about a streamer. */
export type ServerText = GreetType | GiveawayMessageType;

/** `{summary}` contains the text that differs between a giveaway's states. */
const giveawayCard: MessageBody = {
  embed: {
    title: '{prize}',
    description: '{details}\n{summary}',
    color: '{state_color}',
    image: '{image}',
    fields: [],
  },
};

const ofServer: { readonly [T in ServerText]: (say: Words) => MessageBody } = {
  welcome: (say) => ({ content: say.welcome }),
  leave: (say) => ({ content: say.leave }),
  birthday: (say) => ({ content: say.birthday }),
  giveaway: () => giveawayCard,
  giveawayEnded: () => giveawayCard,
  giveawayWinner: (say) => ({ content: say.winner }),
  giveawayRerolled: (say) => ({ content: say.winner }),
  giveawayDM: (say) => ({ content: say.letter }),
};

const isOfServer = (type: StreamerMessageType | ServerText): type is ServerText => Object.hasOwn(ofServer, type);

/** The default message for owners who wrote none, in the server's language and the platform's color. */
export function defaultMessage(
  type: StreamerMessageType | ServerText,
  locale: Locale,
  { isPremiere = false }: { readonly isPremiere?: boolean } = {},
): MessageBody {
  const say = words[locale];
  if (isOfServer(type)) return ofServer[type](say);
  // A premiere starts later, so its message names the time.
  return aboutStreamer(type, isPremiere ? { ...say, video: say.premiere } : say);
}

function aboutStreamer(type: StreamerMessageType, say: Words): MessageBody {
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
        // Shown once the recording can be watched.
        { title: say.recording, url: '{vod_url}' },
      );
    case 'clip':
      return withCard(
        say.clip,
        { description: '', image: '{thumbnail}', fields: [field(say.clipper, '{clipper}')] },
        { title: say.open, url: '{url}' },
        // Shown if the platform names the recording that contains the clip.
        { title: say.recording, url: '{moment_url}' },
        // Shown if the streamer allows downloads.
        { title: say.download, url: '{download_url}' },
      );
    case 'video':
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
