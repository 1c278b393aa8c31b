import type { PremiumFlag } from '@tally/contract/premium/flags';
import {
  Activity,
  Cake,
  CircleAlert,
  DoorOpen,
  Film,
  Gift,
  Hash,
  ListPlus,
  ListTree,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  MonitorPlay,
  Pin,
  Radio,
  Smile,
  Star,
  Users,
  UsersRound,
} from 'lucide-react';
import type { Messages } from '../i18n/homes.ts';
import { isBuilt } from '../lib/start/built-pages.ts';

/** One entry in the sidebar. Labels are in `messages/<language>/shell.json` under `features`. */
export interface SidebarEntry {
  readonly name: keyof Messages['shell']['features'];
  readonly icon: LucideIcon;
  /** The path below `/dashboard/server/{id}/` or `/dashboard/user/{id}/`. */
  readonly path: string;
  /** Paths of other pages that belong to this entry. */
  readonly rooms?: readonly string[];
  readonly badge?: 'beta';
  /** The plan flag that the page needs. Without it, the entry shows a crown but still opens. */
  readonly flag?: PremiumFlag;
}

/** Returns the entries whose pages exist in this build. */
const built = (kind: 'server' | 'user', entries: readonly SidebarEntry[]) =>
  entries.filter(({ path }) => isBuilt(`/dashboard/${kind}/0/${path}`));

export const serverTools = built('server', [
  {
    name: 'notifications',
    icon: Megaphone,
    path: 'notifications',
    rooms: ['creators', 'overrides', 'messages', 'stat-counters', 'moving'],
  },
  { name: 'live-role', icon: Radio, path: 'auto-twitch-live-role', flag: 'AutoStatusLiveRoles' },
  {
    name: 'birthday',
    icon: Cake,
    path: 'birthday',
    rooms: ['messages/birthday'],
    flag: 'BirthdayNotifications',
  },
  {
    name: 'welcome-leave',
    icon: DoorOpen,
    path: 'welcome-leave',
    rooms: ['messages/welcome', 'messages/leave'],
    flag: 'WelcomeAndLeaveNotifications',
  },
  { name: 'giveaways', icon: Gift, path: 'giveaways', badge: 'beta', flag: 'Giveaways' },
  { name: 'starboard', icon: Star, path: 'starboard', badge: 'beta', flag: 'Starboards' },
  { name: 'sticky-message', icon: Pin, path: 'sticky-message', badge: 'beta', flag: 'StickyMessages' },
  { name: 'emotes', icon: Smile, path: 'emotes', flag: 'ImportEmojis' },
  { name: 'vods', icon: Film, path: 'vods', flag: 'AllowVodFeatures' },
  { name: 'journal', icon: Activity, path: 'journal' },
  { name: 'error-logs', icon: CircleAlert, path: 'error-logs' },
]);

/** Server pages without a sidebar entry. Other pages and the palette link to them. */
export const serverPages = built('server', [
  { name: 'creators', icon: UsersRound, path: 'creators' },
  { name: 'overrides', icon: ListTree, path: 'overrides', flag: 'NotificationOverrides' },
  { name: 'messages', icon: MessageSquareText, path: 'messages', flag: 'AnyMessageEditor' },
  { name: 'stat-counters', icon: Hash, path: 'stat-counters', flag: 'StatCounters' },
  { name: 'moving', icon: ListPlus, path: 'moving' },
]);

export const userTools = built('user', [
  { name: 'giveaways', icon: Gift, path: 'giveaways', badge: 'beta' },
  { name: 'media-sharing', icon: MonitorPlay, path: 'media-sharing' },
  { name: 'teams', icon: Users, path: 'teams' },
  { name: 'vods', icon: Film, path: 'recordings' },
]);
