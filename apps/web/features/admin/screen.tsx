'use client';

import {
  Activity,
  ChevronRight,
  CircleQuestionMark,
  Crown,
  Film,
  Gift,
  Images,
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
} from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Checks } from './checks.tsx';
import { FiguresSection } from './figures/section.tsx';
import { Queues } from './queues.tsx';

/** In the order in which those who run the service need them. What is not built yet does not show. */
const places = [
  { key: 'search', href: '/admin/search', icon: Search },
  { key: 'people', href: '/admin/people', icon: Users },
  { key: 'emails', href: '/admin/emails', icon: Mail },
  { key: 'audit', href: '/admin/audit', icon: ScrollText },
  { key: 'platforms', href: '/admin/platforms', icon: RadioTower },
  { key: 'premium', href: '/admin/premium', icon: Crown },
  { key: 'single', href: '/admin/premium/single', icon: Gift },
  { key: 'changelogs', href: '/admin/changelogs', icon: Newspaper },
  { key: 'notices', href: '/admin/news', icon: Megaphone },
  { key: 'blogs', href: '/admin/blogs', icon: Rss },
  { key: 'faq', href: '/admin/faq', icon: CircleQuestionMark },
  { key: 'feedback', href: '/admin/feedback', icon: MessageSquareHeart },
  { key: 'vods', href: '/admin/vods', icon: Film },
  { key: 'files', href: '/admin/files', icon: Images },
  { key: 'status', href: '/admin/status', icon: Activity },
] as const satisfies readonly { key: string; href: string; icon: LucideIcon }[];

export function AdminScreen() {
  const t = useTranslations('admin');
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <ul className="mb-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {places
          .filter(({ href }) => isBuilt(href))
          .map(({ key, href, icon }) => (
            <li key={key}>
              <Link
                href={href}
                prefetch={false}
                className="flex h-full items-start gap-3 rounded-panel border border-line bg-surface p-4 transition-colors duration-120 hover:bg-raised"
              >
                <Icon of={icon} size={20} className="mt-0.5 shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{t(`places.${key}`)}</span>
                  <span className="block text-muted">{t(`places.${key}Text`)}</span>
                </span>
                <Icon of={ChevronRight} className="mt-1 shrink-0 text-muted rtl:-scale-x-100" />
              </Link>
            </li>
          ))}
      </ul>
      <FiguresSection />
      <Checks />
      <Queues />
    </>
  );
}
