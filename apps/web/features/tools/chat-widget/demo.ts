import { type Entry, type Part, partsOfText } from './entry.ts';

/** Sample lines for the settings preview, one of each kind, so every setting has a visible effect. */
type Demo = Pick<Entry, 'displayName' | 'colour'> &
  Partial<Omit<Entry, 'parts'>> & { readonly text?: string; readonly emote?: boolean };

const emote: Part = { kind: 'emote', name: 'Tally', url: '/icons/192.png' };
const mark = (title: string) => ({ url: null, title });

const demos: readonly Demo[] = [
  {
    displayName: 'Marlow_Keys',
    colour: '#0000FF',
    badges: [mark('Moderator')],
    roles: new Set(['moderator']),
    text: 'Welcome in! Requests are open',
  },
  { displayName: 'tin_whistler', colour: null, text: 'first time here', roles: new Set(['first']), emote: true },
  { displayName: 'ひなた工房', login: 'hinata_kobo', colour: '#53FC18', platform: 'kick', text: 'こんにちは' },
  {
    displayName: 'سارة',
    login: 'sara',
    colour: '#FF7F50',
    platform: 'kick',
    badges: [mark('Subscriber')],
    roles: new Set(['subscriber']),
    text: 'مساء الخير',
  },
  {
    displayName: 'late_latency',
    colour: '#8A2BE2',
    badges: [mark('VIP')],
    roles: new Set(['vip']),
    text: 'see example.org/setlist',
    replyTo: 'tin_whistler',
  },
  { displayName: 'compile_and_cry', colour: '#2E8B57', emote: true },
  { displayName: 'Nightbot', login: 'nightbot', colour: '#7C7CE1', text: 'Follow the channel!' },
  { displayName: 'kestrel', colour: '#DAA520', text: '!song' },
  {
    displayName: 'moss_and_rain',
    colour: '#5F9EA0',
    kind: 'sub',
    notice: 'moss_and_rain subscribed for 7 months!',
    text: 'still the best hour of my day',
  },
  {
    displayName: 'north_of_nine',
    colour: '#D2691E',
    kind: 'raid',
    notice: '42 raiders from north_of_nine have joined!',
  },
  { displayName: 'paper_kite', colour: '#1E90FF', kind: 'gift', notice: 'paper_kite is gifting 5 Subs!' },
];

export function demoEntry(number: number): Entry {
  const { text = '', emote: hasEmote = false, ...demo } = demos[number % demos.length] as Demo;
  const login = demo.login ?? demo.displayName.toLowerCase();
  return {
    platform: 'twitch',
    kind: 'line',
    userId: login,
    login,
    badges: [],
    roles: new Set(),
    isShared: false,
    isAction: false,
    replyTo: null,
    notice: null,
    ...demo,
    id: `demo-${number}`,
    sourceId: `demo-${number}`,
    parts: [...partsOfText(hasEmote && text !== '' ? `${text} ` : text), ...(hasEmote ? [emote] : [])],
  };
}

export const DEMO_LINES = demos.length;
