import { platforms } from '@tally/contract/platforms/words';
import type { Messages } from '../../i18n/homes.ts';

export type SceneName = keyof Messages['landing']['scenes'];
type Feature = keyof Messages['landing']['features'];

/** Each feature with its handbook page. */
export const features: Readonly<Record<SceneName, readonly (readonly [Feature, string])[]>> = {
  post: [
    ...platforms.map((platform) => [platform, `platforms/${platform}`] as const),
    ['uploads', 'messages/what-is-posted'],
    ['ends', 'messages/when-it-ends'],
    ['creators', 'messages/creators'],
  ],
  neverSilent: [
    ['journal', 'dashboard/journal'],
    ['errorLog', 'help/error-log'],
    ['permissions', 'dashboard/permissions'],
    ['nothingPosted', 'help/nothing-was-posted'],
  ],
  yourWords: [
    ['editor', 'messages/message-editor'],
    ['embeds', 'messages/embeds-and-buttons'],
    ['placeholders', 'messages/placeholders'],
    ['overrides', 'messages/overrides'],
    ['pings', 'messages/pings-and-extras'],
    ['quietHours', 'messages/quiet-hours'],
    ['branding', 'messages/branding'],
    ['languages', 'dashboard/languages'],
  ],
  community: [
    ['giveaways', 'community/giveaways'],
    ['fairDraw', 'community/how-a-draw-works'],
    ['welcome', 'community/welcome-and-leave'],
    ['birthdays', 'community/birthdays'],
    ['starboard', 'community/starboard'],
    ['sticky', 'community/sticky-messages'],
    ['roleSync', 'roles/role-sync'],
    ['linkedRoles', 'roles/linked-roles'],
    ['liveRole', 'roles/live-and-status-roles'],
    ['leaderboards', 'roles/leaderboards'],
    ['counters', 'community/stat-counters'],
    ['emotes', 'community/emotes'],
  ],
  streamers: [
    ['mediaShare', 'tools/media-share'],
    ['teams', 'tools/teams'],
    ['recordings', 'messages/recordings'],
    ['clips', 'messages/clips'],
    ['chatLog', 'messages/chat-log'],
    ['kickLinks', 'community/kick-links'],
  ],
  tools: [],
};

/** A handbook picture of each scene, for browsers without scripts. */
export const stills: Readonly<Record<SceneName, string>> = {
  post: 'message.webp',
  neverSilent: 'journal.webp',
  yourWords: 'message-editor.webp',
  community: 'giveaway-proof.webp',
  streamers: 'media-room.webp',
  tools: 'kick-overlay-maker.webp',
};
