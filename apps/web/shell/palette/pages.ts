import {
  Activity,
  BookOpen,
  CirclePlus,
  CircleQuestionMark,
  CreditCard,
  Crown,
  Globe,
  House,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  type LucideIcon,
  MessageSquareHeart,
  Newspaper,
  Settings,
  ThumbsUp,
} from 'lucide-react';
import { isBuilt } from '../../lib/start/built-pages.ts';
import type { ShellFrame } from '../shell-data.ts';
import { type ToolName, toolsOf } from '../tools/tools.ts';

/** A page of the palette; `label` is a key below `shell`. */
interface Page {
  readonly href: string;
  readonly label:
    | `userMenu.${'dashboard' | 'select' | 'settings' | 'subscription' | 'support' | 'vote'}`
    | `footer.${'blog' | 'changelogs' | 'faq' | 'feedback' | 'status' | 'premium' | ToolName}`
    | `header.${'docs' | 'world'}`
    | 'palette.startPage';
  readonly icon: LucideIcon;
  readonly isRedirect?: boolean;
  readonly isNewTab?: boolean;
}

const only = (href: string | null, page: Omit<Page, 'href'>): readonly Page[] =>
  href === null ? [] : [{ href, ...page }];

export function pagesOf({ isLoggedIn, links }: Pick<ShellFrame, 'isLoggedIn' | 'links'>): readonly Page[] {
  const own: readonly Page[] = [
    { href: '/dashboard', label: 'userMenu.dashboard', icon: LayoutDashboard },
    { href: '/select', label: 'userMenu.select', icon: CirclePlus },
    { href: '/settings', label: 'userMenu.settings', icon: Settings },
    { href: '/manage-subscription', label: 'userMenu.subscription', icon: CreditCard },
  ];
  const all: readonly Page[] = [
    ...(isLoggedIn ? own : []),
    { href: '/', label: 'palette.startPage', icon: House },
    { href: '/premium', label: 'footer.premium', icon: Crown },
    { href: links.docs, label: 'header.docs', icon: BookOpen },
    { href: links.status, label: 'footer.status', icon: Activity },
    { href: '/blog', label: 'footer.blog', icon: Newspaper },
    { href: '/changelogs', label: 'footer.changelogs', icon: ListChecks },
    { href: '/faq', label: 'footer.faq', icon: CircleQuestionMark },
    { href: links.feedback, label: 'footer.feedback', icon: MessageSquareHeart },
    ...only(links.support, { label: 'userMenu.support', icon: LifeBuoy, isRedirect: true }),
    ...only(links.vote, { label: 'userMenu.vote', icon: ThumbsUp, isRedirect: true }),
    ...only(links.world, { label: 'header.world', icon: Globe, isRedirect: true }),
    ...toolsOf(links).map(({ name, ...tool }) => ({ ...tool, label: `footer.${name}` as const })),
  ];
  return all.filter(({ href }) => isBuilt(href));
}
