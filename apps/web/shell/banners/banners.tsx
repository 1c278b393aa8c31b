import { ShieldAlert } from 'lucide-react';
import { cookies } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import type { HouseNews } from '../../lib/proxy/api-status.ts';
import { incidentTitle } from '../../lib/words/incident-title.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { getShellData, type ShellData } from '../shell-data.ts';
import { ApiDownBanner } from './api-down-banner.tsx';
import { DISMISSED_COOKIE, readDismissed } from './dismissed.ts';
import { type BannerAbout, NoticeBanner } from './notice-banner.tsx';
import { PromoBanner } from './promo-banner.tsx';
import { ReloadBanner } from './reload-banner.tsx';

/** Shows one banner at a time, the most important first. */
export async function Banners() {
  const [t, shell] = await Promise.all([getTranslations('shell'), getShellData()]);
  return (
    <>
      <ApiDownBanner
        isDown={shell.isApiDown}
        support={shell.links.support}
        words={{ title: t('apiDown.title'), text: t('apiDown.text'), join: t('apiDown.join') }}
        offline={{ title: t('offline.title'), text: t('offline.text') }}
      />
      {shell.news.safeMode && (
        <SafeModeBanner title={t('safeMode.title')} text={t(`safeMode.${shell.news.safeMode.reason}`)} />
      )}
      <ReloadBanner
        words={{ title: t('needsReload.title'), text: t('needsReload.text'), action: t('needsReload.action') }}
      />
      <Notice />
    </>
  );
}

/** Shown on every page while no messages are sent. Unlike a notice, it cannot be hidden. */
const SafeModeBanner = ({ title, text }: { title: string; text: string }) => (
  <output className="hatched block border-line border-b">
    <span className="flex flex-wrap items-center justify-center gap-x-2 gap-y-0.5 px-4 py-2 text-center text-small">
      <Icon of={ShieldAlert} className="text-warn" />
      <strong className="font-semibold">{title}</strong>
      <span className="text-muted">{text}</span>
    </span>
  </output>
);

async function Notice() {
  const [t, shell, jar] = await Promise.all([getTranslations('shell'), getShellData(), cookies()]);
  const dismissed = readDismissed(jar.get(DISMISSED_COOKIE)?.value);
  const isWanted = (about: BannerAbout | null): about is BannerAbout => about !== null && !dismissed.includes(about.id);
  const grave = [await incidentOf(shell.news), await noticeOf(shell)].find(isWanted);
  if (grave) return <NoticeBanner cookie={DISMISSED_COOKIE} about={grave} />;
  const changelog = await changelogOf(shell.news);
  return (
    <>
      <PromoBanner
        href={shell.links.promo}
        icon={<PlatformNotch platform="youtube" />}
        words={{
          label: t('promo.label'),
          text: t('promo.text'),
          action: t('promo.action'),
          dismiss: t('promo.dismiss'),
        }}
      />
      {isWanted(changelog) && (
        <NoticeBanner cookie={DISMISSED_COOKIE} about={changelog} className="hidden promo-dismissed:block" />
      )}
    </>
  );
}

async function incidentOf({ incident }: HouseNews): Promise<BannerAbout | null> {
  if (!incident) return null;
  const words = await getTranslations('shell.incident');
  const { incidentId } = incident;
  return {
    id: `incident-${incidentId}`,
    tone: 'warning',
    label: words('label'),
    text: incidentTitle(incident, words),
    link: { href: `/status/${incidentId}`, text: words('look') },
    dismiss: words('dismiss'),
  };
}

async function noticeOf({ news: { notice }, isLoggedIn }: ShellData): Promise<BannerAbout | null> {
  if (!notice || (notice.audience === 'loggedIn' && !isLoggedIn)) return null;
  const words = await getTranslations('shell.notice');
  const { noticeId, severity, text, href } = notice;
  return {
    id: `notice-${noticeId}`,
    tone: severity,
    label: words('label'),
    text,
    link: href === null ? null : { href, text: words('more') },
    dismiss: words('dismiss'),
  };
}

async function changelogOf({ changelog }: HouseNews): Promise<BannerAbout | null> {
  if (!changelog) return null;
  const words = await getTranslations('shell.notice');
  const { identifier, title } = changelog;
  return {
    id: `changelog-${identifier}`,
    tone: 'news',
    label: words('new'),
    text: title,
    link: { href: `/changelogs/${identifier}`, text: words('look') },
    dismiss: words('dismiss'),
  };
}
