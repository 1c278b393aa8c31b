import {
  giveawayMessageTypes,
  type MessageType,
  messageTypes,
  type StreamerMessageType,
  streamerMessageTypes,
} from './types.ts';

/**
 * A placeholder of messages. Previews and tests show the sample, which looks like a real value. The text
 * `placeholders.<name>` explains the placeholder.
 */
export interface Placeholder {
  readonly name: PlaceholderName;
  readonly sample: string;
  /**
   * A `url` may fill the URL of an embed or button. A `mention` shows a name but does not ping. `markup` is Discord
   * Markdown that we generate. Other people write `text`, so it is shown literally.
   */
  readonly kind: 'text' | 'number' | 'url' | 'color' | 'mention' | 'time' | 'markup';
  /** True if the text keeps its line breaks. All other texts are put on one line. */
  readonly isMultiline?: boolean;
  readonly types: readonly MessageType[];
}

const ending = (...ends: readonly string[]) =>
  streamerMessageTypes.filter((type) => ends.some((end) => type.endsWith(end)));

const everywhere: readonly MessageType[] = messageTypes;
const streamer: readonly StreamerMessageType[] = streamerMessageTypes;
const live = ending('Live');
const offline = ending('Offline');
const stream = [...live, ...offline];
const media = ending('Video', 'Short', 'clip', 'vod', 'Clip');
const clips = ending('clip', 'Clip');
const giveaway = giveawayMessageTypes;
/** The message with the buttons, which is edited until the giveaway ends. */
const giveawayMessage = ['giveaway', 'giveawayEnded'] as const;
const giveawayResult = ['giveawayEnded', 'giveawayWinner', 'giveawayRerolled', 'giveawayDM'] as const;
const giveawayNews = ['giveawayWinner', 'giveawayRerolled', 'giveawayDM'] as const;
const greeting = ['birthday', 'welcome', 'leave'] as const;
const roleLog = ['autoLiveRoleAdded', 'autoLiveRoleRemoved', 'statusRoleAdded', 'statusRoleRemoved'] as const;
const counter = ['statChannelLive', 'statChannelOffline', 'statFollowers'] as const;
const shown: readonly MessageType[] = [...greeting, ...roleLog, 'linkedRole'];
/** A message about several winners has no single member, but a direct message has one. */
const member: readonly MessageType[] = [...shown, 'giveawayDM'];

const table = {
  server: { sample: 'Night Owls', kind: 'text', types: everywhere },
  server_icon: { sample: 'https://cdn.discordapp.com/icons/1/a.png', kind: 'url', types: everywhere },
  member_count: { sample: '1204', kind: 'number', types: everywhere },
  now: { sample: '<t:1773057600:f>', kind: 'time', types: everywhere },

  streamer: { sample: 'Ada Plays', kind: 'text', types: [...streamer, ...counter] },
  username: { sample: 'adaplays', kind: 'text', types: [...streamer, ...counter] },
  platform: { sample: 'Twitch', kind: 'text', types: [...streamer, ...counter] },
  platform_color: { sample: '#9146ff', kind: 'color', types: streamer },
  platform_icon: { sample: 'https://tally.example/platforms/twitch.png', kind: 'url', types: streamer },
  url: { sample: 'https://www.twitch.tv/adaplays', kind: 'url', types: streamer },
  channel_url: { sample: 'https://www.twitch.tv/adaplays', kind: 'url', types: streamer },
  avatar: { sample: 'https://static.example/adaplays.png', kind: 'url', types: streamer },
  followers: { sample: '52310', kind: 'number', types: [...streamer, ...counter] },
  ping: { sample: '@Live pings', kind: 'mention', types: streamer },
  links: {
    sample: '[Twitch](https://www.twitch.tv/adaplays) · [Kick](https://kick.com/ada)',
    kind: 'markup',
    types: stream,
  },

  title: { sample: 'Building a lighthouse, day 3', kind: 'text', types: streamer },
  category: { sample: 'Minecraft', kind: 'text', types: [...stream, ...media] },
  game: { sample: 'Minecraft', kind: 'text', types: [...stream, ...media] },
  category_image: { sample: 'https://static.example/minecraft.jpg', kind: 'url', types: stream },
  thumbnail: { sample: 'https://static.example/live.jpg', kind: 'url', types: streamer },
  description: { sample: 'The tower gets its lamp.', kind: 'text', isMultiline: true, types: media },
  language: { sample: 'English', kind: 'text', types: stream },
  viewers: { sample: '318', kind: 'number', types: stream },
  started: { sample: '<t:1773050400:R>', kind: 'time', types: stream },
  published: { sample: '<t:1773050400:R>', kind: 'time', types: media },
  premieres: { sample: '<t:1773057600:F> (<t:1773057600:R>)', kind: 'markup', types: ['youtubeVideo'] },
  duration: { sample: '3h 12m', kind: 'text', types: [...offline, ...media] },
  ended: { sample: '<t:1773061920:R>', kind: 'time', types: offline },
  peak_viewers: { sample: '402', kind: 'number', types: offline },
  average_viewers: { sample: '287', kind: 'number', types: offline },
  categories: { sample: 'Just Chatting 24m · Minecraft 2h 48m', kind: 'text', types: offline },
  vod_url: { sample: 'https://www.twitch.tv/videos/12345', kind: 'url', types: [...offline, 'vod'] },
  clipper: { sample: 'quick_thumb', kind: 'text', types: clips },
  moment_url: { sample: 'https://www.twitch.tv/videos/12345?t=1h2m3s', kind: 'url', types: clips },
  // Leaves out Kick's own clips, which have no official download, and KickBot's clips, which have their own page.
  download_url: { sample: 'https://tally.example/clips/twitch/CarefulLamp', kind: 'url', types: ['clip'] },
  views: { sample: '41', kind: 'number', types: media },

  member: { sample: '@Grace', kind: 'mention', types: member },
  member_name: { sample: 'Grace', kind: 'text', types: member },
  member_id: { sample: '112233445566778899', kind: 'text', types: member },
  member_avatar: { sample: 'https://cdn.discordapp.com/avatars/1/a.png', kind: 'url', types: shown },
  count: { sample: '1204', kind: 'number', types: [...greeting, 'statFollowers'] },
  ordinal: { sample: '1204th', kind: 'text', types: ['welcome'] },
  account_created: { sample: '<t:1609459200:D>', kind: 'time', types: ['welcome', 'leave'] },
  joined: { sample: '<t:1700000000:D>', kind: 'time', types: ['leave'] },
  age: { sample: '27', kind: 'number', types: ['birthday'] },
  role: { sample: '@Live now', kind: 'mention', types: [...roleLog, 'linkedRole', 'birthday'] },
  status_text: { sample: 'discord.gg/nightowls', kind: 'text', types: ['statusRoleAdded', 'statusRoleRemoved'] },

  // The server's managers write it, so it may contain markup. In our sentences it is already escaped.
  prize: { sample: 'A month of Premium', kind: 'markup', types: giveaway },
  details: { sample: 'Signed by the whole team.', kind: 'markup', types: giveawayMessage },
  summary: { sample: 'Ends <t:1773100800:R> (<t:1773100800:f>)\n2 winners', kind: 'markup', types: giveawayMessage },
  image: { sample: 'https://static.example/prize.png', kind: 'url', types: giveawayMessage },
  state_color: { sample: '#5b8def', kind: 'color', types: giveawayMessage },
  host: { sample: '@Ada', kind: 'mention', types: giveaway },
  ends: { sample: '<t:1773100800:R>', kind: 'time', types: giveaway },
  ends_at: { sample: '<t:1773100800:f>', kind: 'time', types: giveaway },
  people: { sample: '64', kind: 'number', types: giveaway },
  entries: { sample: '86', kind: 'number', types: giveaway },
  winner_count: { sample: '2', kind: 'number', types: giveaway },
  requirements: { sample: '• a member of this server since before <t:1772496000:f>', kind: 'markup', types: giveaway },
  bonus_entries: { sample: '• @Subscriber: 3 more entries', kind: 'markup', types: giveaway },
  winners: {
    sample: '@Grace, @Linus',
    kind: 'mention',
    types: ['giveawayEnded', 'giveawayWinner', 'giveawayRerolled'],
  },
  claim: { sample: 'Claim it before <t:1773187200:f>.', kind: 'markup', types: giveawayNews },
  claim_until: { sample: '<t:1773187200:f>', kind: 'time', types: giveawayNews },
  giveaway_url: { sample: 'https://discord.com/channels/1/2/3', kind: 'url', types: giveawayResult },
  proof_url: { sample: 'https://tally.example/giveaways/1/abc', kind: 'url', types: giveaway },
  own_giveaways_url: { sample: 'https://tally.example/dashboard/user/1/giveaways', kind: 'url', types: ['giveawayDM'] },
} as const satisfies Record<string, Omit<Placeholder, 'name'>>;

export type PlaceholderName = keyof typeof table;

export const placeholders: readonly Placeholder[] = Object.entries(table).map(([name, entry]) => ({
  ...entry,
  name: name as PlaceholderName,
}));

const byName: ReadonlyMap<string, Placeholder> = new Map(placeholders.map((each) => [each.name, each]));

export const findPlaceholder = (name: string): Placeholder | null => byName.get(name) ?? null;

/** Returns the placeholders of a kind of message. A sticky message has no kind, so it gets the general ones. */
export function placeholdersFor(type: MessageType | 'sticky'): readonly Placeholder[] {
  const known = listed.get(type);
  if (known) return known;
  const list = placeholders.filter((each) =>
    type === 'sticky' ? each.types === everywhere : each.types.includes(type),
  );
  listed.set(type, list);
  return list;
}

const listed = new Map<MessageType | 'sticky', readonly Placeholder[]>();

/** Returns samples by name, for previews. */
export const sampleValues = (type: MessageType | 'sticky'): Readonly<Record<string, string>> =>
  Object.fromEntries(placeholdersFor(type).map(({ name, sample }) => [name, sample]));
