import { z } from 'zod';
import type { Panel } from '../actions.ts';
import { answerJson, answerText } from '../platform/call.ts';
import { createControls } from '../platform/controls.ts';
import { addEmotes, emotesBody } from '../platform/emotes.ts';
import { choiceField } from '../platform/fields.ts';
import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { fileRoutes } from './files.ts';
import { bttvRoutes, ffzRoutes, sevenTvRoutes } from './lists.ts';
import { createWorld, type EmotesWorld, idOf, sources } from './world.ts';

const createEmotes = (shared: Shared) =>
  openPlatform<EmotesWorld>(shared, {
    name: 'emotes',
    create: createWorld,
    routes: (world) => [sevenTvRoutes, bttvRoutes, ffzRoutes, fileRoutes].flatMap((list) => list(world)),
    controls: (world) =>
      createControls(
        world,
        {
          away: z.strictObject({ source: z.enum(sources), isAway: z.boolean() }),
          /** `who` is `twitch/<id>` or `kick/<id>`. */
          emotes: emotesBody.extend({ source: z.enum(sources), isShared: z.boolean().optional() }),
        },
        {
          away({ source, isAway }) {
            if (isAway) world.away.add(source);
            else world.away.delete(source);
          },
          emotes({ source, isShared, ...asked }) {
            const emotes = world.channels[source].get(asked.who) ?? [];
            world.channels[source].set(asked.who, emotes);
            return addEmotes(emotes, asked, ({ name, picture }) => ({
              id: idOf[source]((world.next += 1)),
              name,
              picture,
              ...(isShared && { isShared }),
            }));
          },
        },
      ),
    summary: (world) => ({ panel: describePanel(world), requests: world.requests }),
    trouble: ({ away }, path) =>
      sources.some((source) => away.has(source) && path.startsWith(`/${source}`))
        ? answerText(503, 'upstream connect error')
        : null,
    limited: () => answerJson(429, { error: 'too many requests' }),
    malformed: () => answerJson(400, { error: 'bad request' }),
    isQuiet: (path) => /^\/\w+-cdn\//.test(path),
  });

const describePanel = ({ away, channels }: EmotesWorld): Panel => ({
  title: '7TV, BetterTTV, FrankerFaceZ',
  mark: 'emotes',
  subjects: [],
  actions: [
    {
      name: 'away',
      label: 'One of them goes away',
      group: 'Trouble',
      fields: [choiceField('source', 'Which', sources), { name: 'isAway', label: 'Away', kind: 'switch', value: true }],
    },
  ],
  facts: sources.map((source) => ({
    label: source,
    value: away.has(source) ? 'away' : `${channels[source].size} channels`,
    isOdd: away.has(source),
  })),
});

export const emotes: WorldDefinition = { name: 'emotes', prefix: '/emotes', create: createEmotes };
