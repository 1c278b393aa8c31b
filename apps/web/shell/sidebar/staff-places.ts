import type { StaffWait } from '@tally/contract/admin/cockpit';
import {
  Activity,
  CircleQuestionMark,
  Crown,
  Film,
  Gift,
  Images,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareHeart,
  Newspaper,
  RadioTower,
  Rss,
  ScrollText,
  Search,
  Users,
  Wallet,
} from 'lucide-react';
import type { Messages } from '../../i18n/homes.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';

export interface StaffPlace {
  readonly name: keyof Messages['shell']['staff']['places'];
  readonly href: string;
  readonly icon: LucideIcon;
  /** True if only developers see it. */
  readonly isForDevs?: true;
  /** The kind of open tasks that its badge counts. */
  readonly waits?: StaffWait['kind'];
}

const built = (places: readonly StaffPlace[]) => places.filter(({ href }) => isBuilt(href));

/** The staff's tools, the most needed first. */
export const staffPlaces = {
  support: built([
    { name: 'home', href: '/admin', icon: LayoutDashboard, isForDevs: true, waits: 'jobs' },
    { name: 'search', href: '/admin/search', icon: Search, isForDevs: true },
    { name: 'people', href: '/admin/people', icon: Users, isForDevs: true },
    { name: 'emails', href: '/admin/emails', icon: Mail, isForDevs: true },
    { name: 'faq', href: '/admin/faq', icon: CircleQuestionMark, waits: 'questions' },
    { name: 'feedback', href: '/admin/feedback', icon: MessageSquareHeart, waits: 'wishes' },
  ]),
  money: built([
    { name: 'money', href: '/admin/money', icon: Wallet, isForDevs: true, waits: 'payments' },
    { name: 'premium', href: '/admin/premium', icon: Crown, isForDevs: true },
    { name: 'single', href: '/admin/premium/single', icon: Gift, isForDevs: true },
  ]),
  content: built([
    { name: 'changelogs', href: '/admin/changelogs', icon: Newspaper },
    { name: 'notices', href: '/admin/news', icon: Megaphone },
    { name: 'blogs', href: '/admin/blogs', icon: Rss },
    { name: 'files', href: '/admin/files', icon: Images },
    { name: 'vods', href: '/admin/vods', icon: Film },
  ]),
  service: built([
    { name: 'status', href: '/admin/status', icon: Activity, waits: 'incidents' },
    { name: 'platforms', href: '/admin/platforms', icon: RadioTower, isForDevs: true },
    { name: 'setup', href: '/admin/setup', icon: KeyRound, isForDevs: true },
    { name: 'audit', href: '/admin/audit', icon: ScrollText, isForDevs: true },
  ]),
} as const;
