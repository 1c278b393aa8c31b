import { platforms } from '@tally/contract/platforms/words';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../lib/config.ts';
import { duration } from '../../lib/words/format.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { JsonLd } from '../../shell/layout/json-ld.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { isCounted, readFacts } from './facts.ts';
import { Fragments } from './fragments.tsx';
import { HeroSignal } from './hero-signal.tsx';
import { Counters, RecentActivity, Tools, TopServers } from './sections.tsx';

export async function LandingPage() {
  const [t, locale, facts] = await Promise.all([getTranslations('landing'), getLocale(), readFacts()]);
  const site = config().SITE_NAME;
  const median = facts?.status.medianPostMs ?? null;
  const messageOf = (platform: (typeof platforms)[number]) => ({
    ping: t('message.ping', { platform: platformNames[platform] }),
    content: t(`message.${platform}.content`),
    title: t(`message.${platform}.title`),
    category: t('message.category'),
    categoryName: t(`message.${platform}.category`),
    button: t('message.watch'),
  });
  return (
    <>
      <JsonLd
        about={{
          '@type': 'WebSite',
          name: site,
          url: config().webUrl,
          description: t('text', { site }),
          publisher: { '@type': 'Organization', name: site, url: config().webUrl, logo: `${config().webUrl}/icon.svg` },
        }}
      />
      {/* Not centred: a slow browser draws the signal while half of it is here, and it would move when the rest comes. */}
      <section className="mx-auto grid max-w-6xl items-start gap-x-12 gap-y-10 px-5 py-14 lg:grid-cols-[1fr_1.05fr] lg:py-24">
        <div>
          <h1 className="wide max-w-2xl text-[32px] leading-[1.12] text-balance sm:text-hero">{t('headline')}</h1>
          <p className="mt-5 max-w-xl text-lead text-muted text-pretty">{t('text', { site })}</p>
          <div className="mt-8 flex flex-wrap gap-2">
            <a href="/invite" className={buttonClass('primary')}>
              {t('add')}
            </a>
            <a href="#how" className={buttonClass('quiet')}>
              {t('see')}
            </a>
          </div>
        </div>
        <HeroSignal
          words={{
            label: t('platforms'),
            platforms: platforms.map((platform) => ({
              platform,
              name: platformNames[platform],
              message: messageOf(platform),
            })),
            steps: [t('steps.detected'), t('steps.queued'), t('steps.sent'), t('steps.seen')],
            figure: median === null ? null : duration(median, locale),
            figureLabel: t('median'),
            app: site,
            today: t('message.today'),
          }}
        />
      </section>
      {facts && isCounted(facts.status) && <Counters status={facts.status} locale={locale} />}
      <Fragments />
      {facts && facts.recent.length > 0 && <RecentActivity recent={facts.recent} locale={locale} />}
      <TopServers servers={facts?.status.topServers ?? []} />
      <Tools />
    </>
  );
}
