import { platforms } from '@tally/contract/platforms/words';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { duration } from '../../lib/words/format.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { JsonLd } from '../../shell/layout/json-ld.tsx';
import { getShellFrame } from '../../shell/shell-data.ts';
import { buttonClass } from '../../ui/button.tsx';
import { placeholderWords } from '../message-editor/words.ts';
import { OwnCopy, Plans, Questions } from './closing.tsx';
import { isCounted, readFacts } from './facts.ts';
import { HeroSignal } from './hero-signal.tsx';
import { LiveScene } from './live-scene.tsx';
import { Scene } from './scene.tsx';
import { Counters, RecentActivity, Tools, TopServers } from './sections.tsx';

/** Below this number of posts, the median would not be reliable. */
const POSTS_FOR_A_MEDIAN = 100;
const LEAST_TOP_SERVERS = 3;

/** `tools` is the scene about the tools. A page passes it in, because only pages may import it. */
export async function LandingPage({ tools }: { tools: ReactNode }) {
  const locale = await getLocale();
  const [t, shell, facts, words] = await Promise.all([
    getTranslations('landing'),
    getShellFrame(),
    readFacts(locale),
    placeholderWords(),
  ]);
  const { site } = shell;
  const status = facts?.status;
  const median = status && status.totalNotifications >= POSTS_FOR_A_MEDIAN ? status.medianPostMs : null;
  const top = status?.topServers ?? [];
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
      {/* Top-aligned: a slow browser draws the signal first, and centering would move it later. */}
      <section className="mx-auto grid max-w-6xl items-start gap-x-12 gap-y-10 px-5 py-10 lg:grid-cols-[1fr_1.05fr] lg:py-20">
        <div>
          <h1 className="max-w-2xl font-bold text-[32px] leading-[1.12] text-balance sm:text-hero">{t('headline')}</h1>
          <p className="mt-5 max-w-xl text-lead text-muted text-pretty">{t('text', { site })}</p>
          <div className="mt-8 flex flex-wrap gap-2">
            <a href="/invite" className={buttonClass('primary')}>
              {t('add')}
            </a>
            <a href="#post" className={buttonClass('quiet')}>
              {t('see')}
            </a>
            <a href="/docs/moving" className={buttonClass('quiet')}>
              {t('switch')}
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
      {status && isCounted(status) && <Counters status={status} locale={locale} />}
      <Scene name="post">
        <LiveScene
          name="post"
          shell={shell}
          homes={['landing', 'message-editor']}
          className="min-h-[560px] sm:min-h-[430px]"
        />
      </Scene>
      <Scene name="neverSilent">
        <LiveScene
          name="neverSilent"
          shell={shell}
          homes={['landing', 'servers']}
          className="min-h-[500px] sm:min-h-[350px]"
        />
      </Scene>
      <Scene name="yourWords">
        <LiveScene
          name="yourWords"
          shell={shell}
          homes={['landing', 'message-editor']}
          words={words}
          className="min-h-[620px] lg:min-h-[360px]"
        />
      </Scene>
      <Scene name="community">
        <LiveScene
          name="community"
          shell={shell}
          homes={['landing', 'message-editor', 'giveaways']}
          className="min-h-[1100px] lg:min-h-[600px]"
        />
      </Scene>
      <Scene name="streamers">
        <LiveScene
          name="streamers"
          shell={shell}
          homes={['landing', 'message-editor', 'media-sharing']}
          className="min-h-[640px] lg:min-h-[320px]"
        />
      </Scene>
      <Scene name="tools">{tools}</Scene>
      <Tools />
      {shell.isSelling && facts && facts.plans.length > 0 && <Plans plans={facts.plans} />}
      {facts && facts.questions.length > 0 && <Questions questions={facts.questions} />}
      <OwnCopy />
      {facts && facts.recent.length > 0 && <RecentActivity recent={facts.recent} locale={locale} />}
      {top.length >= LEAST_TOP_SERVERS && <TopServers servers={top} />}
    </>
  );
}
