import { type Answer, answerText, type Names, type Route } from '../platform/call.ts';
import { answerEmote, type EmotePicture, isMoving } from '../platform/pictures/emotes.ts';
import { type EmotesWorld, findEmote, type Source } from './world.ts';

type Shown = { readonly picture: EmotePicture; readonly size: number } | null;

/** Serves cdn.7tv.app, cdn.betterttv.net and cdn.frankerfacez.com: `4x.webp`, `3x`, `animated/4.gif`. */
export const fileRoutes = (world: EmotesWorld): Route[] => [
  {
    method: 'GET',
    path: '/7tv-cdn/emote/:id/:file',
    run: (_call, names) => show(world, '7tv', names, ({ picture, file }) => sevenTvFile(picture, file)),
  },
  {
    method: 'GET',
    path: '/bttv-cdn/emote/:id/:file',
    run: (_call, names) => show(world, 'bttv', names, ({ picture, file }) => bttvFile(picture, file)),
  },
  {
    method: 'GET',
    path: '/ffz-cdn/emote/:id/:file',
    run: (_call, names) => show(world, 'ffz', names, ({ file }) => ffzFile('png', file)),
  },
  {
    method: 'GET',
    path: '/ffz-cdn/emote/:id/animated/:file',
    run: (_call, names) =>
      show(world, 'ffz', names, ({ picture, file }) => (isMoving(picture) ? ffzFile('moving-webp', file) : null)),
  },
];

function show(
  world: EmotesWorld,
  source: Source,
  { id = '', file = '' }: Names,
  choose: (asked: { picture: EmotePicture; file: string }) => Shown,
): Answer | Promise<Answer> {
  const emote = findEmote(world, source, id);
  const shown = emote && choose({ picture: emote.picture, file });
  return emote && shown ? answerEmote({ name: emote.name, ...shown }) : answerText(404, 'Not found');
}

const inEnding = {
  webp: ['webp', 'moving-webp'],
  gif: ['gif', 'gif'],
  png: ['png', 'png'],
  avif: ['avif', 'avif'],
} as const;

function sevenTvFile(picture: EmotePicture, file: string): Shown {
  const [, size, isStill, ending] = /^([1-4])x(_static)?\.(webp|gif|png|avif)$/.exec(file) ?? [];
  if (!size || !ending) return null;
  if (['html', 'hang', 'many-frames', 'wide', 'large-gif'].includes(picture)) return { picture, size: 32 };
  const isAnimated = isMoving(picture) && !isStill;
  return { picture: inEnding[ending as keyof typeof inEnding][isAnimated ? 1 : 0], size: Number(size) * 32 };
}

function bttvFile(picture: EmotePicture, file: string): Shown {
  const [, size, ending] = /^([123])x(\.webp)?$/.exec(file) ?? [];
  if (!size) return null;
  const inWebp = isMoving(picture) ? 'moving-webp' : 'webp';
  return { picture: ending ? inWebp : picture, size: [28, 56, 112][Number(size) - 1] ?? 28 };
}

function ffzFile(picture: EmotePicture, file: string): Shown {
  const [, size, ending] = /^([124])(?:\.(webp|gif))?$/.exec(file) ?? [];
  return size ? { picture: ending === 'gif' ? 'gif' : picture, size: Number(size) * 32 } : null;
}
