import { answerJson, badRequest, type Call } from '../call.ts';
import { globalEmotes } from '../seed.ts';
import { showEmote } from '../shapes.ts';
import type { Emote, Person, TwitchWorld } from '../world.ts';
import { getPerson } from './media.ts';
import { readIds, readMany } from './query.ts';
import type { HelixRoute } from './routes.ts';

const MOST_SETS = 25;

/** The calls for drawing a chat: https://dev.twitch.tv/docs/api/reference/#get-channel-emotes and below. */
export function chatRoutes(world: TwitchWorld): HelixRoute[] {
  const ofChannel = (call: Call): Person => getPerson(world, call, 'broadcaster_id');
  return [
    { method: 'GET', path: '/chat/emotes/global', run: () => emotes(world, globalEmotes) },
    { method: 'GET', path: '/chat/emotes', run: (call) => emotes(world, ofChannel(call).emotes) },
    { method: 'GET', path: '/chat/emotes/set', run: (call) => emoteSets(world, call) },
    { method: 'GET', path: '/chat/badges/global', run: () => answerJson(200, { data: globalBadges(world) }) },
    {
      method: 'GET',
      path: '/chat/badges',
      run: (call) => answerJson(200, { data: ownBadges(world, ofChannel(call)) }),
    },
    { method: 'GET', path: '/chat/settings', run: (call) => answerJson(200, { data: [settingsOf(ofChannel(call))] }) },
    { method: 'GET', path: '/chat/color', run: (call) => answerJson(200, { data: colours(world, call) }) },
    { method: 'GET', path: '/content_classification_labels', run: () => answerJson(200, { data: labels }) },
  ];
}

const templateOf = (world: TwitchWorld): string =>
  `${world.doors.baseUrl()}/cdn/emoticons/v2/{{id}}/{{format}}/{{theme_mode}}/{{scale}}`;

const emotes = (world: TwitchWorld, list: readonly Emote[]) =>
  answerJson(200, { data: list.map((emote) => showEmote(world, emote)), template: templateOf(world) });

/** Every emote of ours belongs to a set of its channel (see `showEmote`). */
function emoteSets(world: TwitchWorld, call: Call) {
  const wanted = readMany(call, 'emote_set_id', MOST_SETS);
  if (wanted.length === 0) throw badRequest('Missing required parameter "emote_set_id"');
  const found = [...world.people.values()].flatMap((person) =>
    person.emotes.map((emote) => ({ ...showEmote(world, emote), owner_id: person.userId })),
  );
  const data = found.filter((emote) => 'emote_set_id' in emote && wanted.includes(String(emote.emote_set_id)));
  return answerJson(200, { data, template: templateOf(world) });
}

/** The link behind a badge: https://github.com/twitchdev/twitch-cli/tree/main/internal/mock_api/endpoints/chat */
const clicks: Readonly<Record<string, { readonly click_action: string; readonly click_url: string | null }>> = {
  subscriber: { click_action: 'subscribe_to_channel', click_url: null },
  vip: {
    click_action: 'visit_url',
    click_url: 'https://help.twitch.tv/customer/en/portal/articles/659115-twitch-chat-badges-guide',
  },
};

const badge = (world: TwitchWorld, about: { set: string; version: string; title: string }) => ({
  id: about.version,
  ...Object.fromEntries(
    [1, 2, 4].map((size) => [
      `image_url_${size}x`,
      `${world.doors.baseUrl()}/cdn/badges/v1/${about.set}-${about.version}/${size}`,
    ]),
  ),
  title: about.title,
  description: about.title,
  ...(clicks[about.set] ?? { click_action: null, click_url: null }),
});

const globalBadges = (world: TwitchWorld) =>
  [
    ['broadcaster', 'Broadcaster'],
    ['moderator', 'Moderator'],
    ['vip', 'VIP'],
    ['partner', 'Verified'],
  ].map(([set = '', title = '']) => ({ set_id: set, versions: [badge(world, { set, version: '1', title })] }));

/** Affiliates and partners have subscriber badges by month. Other channels have none. */
const ownBadges = (world: TwitchWorld, { rank }: Person) =>
  rank === ''
    ? []
    : [
        {
          set_id: 'subscriber',
          versions: ['0', '3', '6', '12'].map((version) =>
            badge(world, {
              set: 'subscriber',
              version,
              title: version === '0' ? 'Subscriber' : `${version}-Month Subscriber`,
            }),
          ),
        },
      ];

const settingsOf = ({ userId }: Person) => ({
  broadcaster_id: userId,
  slow_mode: false,
  slow_mode_wait_time: null,
  follower_mode: false,
  follower_mode_duration: null,
  subscriber_mode: false,
  emote_mode: false,
  unique_chat_mode: false,
});

function colours(world: TwitchWorld, call: Call): object[] {
  const ids = readIds(call, 'user_id');
  if (ids.length === 0) throw badRequest('Missing required parameter "user_id"');
  return [...new Set(ids)].flatMap((id) => {
    const person = world.people.get(id);
    // The color is empty for a person who never chose one.
    return person ? [{ user_id: id, user_login: person.login, user_name: person.displayName, color: '' }] : [];
  });
}

const labels = [
  ['MatureGame', 'Mature-rated game'],
  ['ProfanityVulgarity', 'Significant Profanity or Vulgarity'],
  ['ViolentGraphic', 'Violent and Graphic Depictions'],
].map(([id, name]) => ({ id, name, description: name }));
