import type { Faq } from '@tally/contract/faq/calls';
import { hasFlag, type PremiumFlag } from '@tally/contract/premium/flags';
import type { GuildPlan } from '@tally/contract/premium/plans';
import { Check, Crown } from 'lucide-react';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { renderMarkdown } from '../../lib/markdown/render.ts';
import { fullCount, price } from '../../lib/words/format.ts';
import { getShellData } from '../../shell/shell-data.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Section } from './sections.tsx';

const PLANS = 3;
const LINES = 5;
const limits = ['KickConnections', 'TwitchConnections'] as const;
/** The most requested features. A plan lists those that smaller plans lack. */
const flags = [
  'Giveaways',
  'Starboards',
  'NotificationOverrides',
  'WelcomeAndLeaveNotifications',
  'BirthdayNotifications',
  'AllowVodFeatures',
  'ManageBranding',
  'CustomWebhooks',
  'VoteSkipping',
] as const satisfies readonly PremiumFlag[];

export async function Plans({ plans }: { plans: readonly GuildPlan[] }) {
  const [t, words, locale] = await Promise.all([
    getTranslations('landing.plans'),
    getTranslations('premium'),
    getLocale(),
  ]);
  return (
    <Section id="plans" title={t('title')} text={t('text')}>
      <ul className="grid gap-4 lg:grid-cols-3">
        {plans.slice(0, PLANS).map((plan, at) => {
          const below = plans[at - 1];
          const isNew = (flag: PremiumFlag) =>
            hasFlag(plan.bitfield, flag) && !(below && hasFlag(below.bitfield, flag));
          const lines = [
            ...limits.map(
              (limit) => [words(`limits.${limit}`), fullCount(plan[`default${limit}`] ?? 0, locale)] as const,
            ),
            ...flags.filter(isNew).map((flag) => [words(`flags.${flag}`), ''] as const),
          ].slice(0, LINES);
          return (
            <li key={plan.tierId} className="rounded-panel border border-line bg-surface p-5">
              <h3 className="flex items-center gap-2 font-semibold text-lead" dir="auto">
                {plan.cents > 0 && <Icon of={Crown} className="text-warn" />}
                {plan.name}
              </h3>
              <p className="mt-2 flex items-baseline gap-2">
                <span className="wide text-head" dir="ltr">
                  {plan.cents === 0 ? words('free') : price(plan.cents, locale)}
                </span>
                {plan.cents > 0 && <span className="text-muted">{words('aMonth')}</span>}
              </p>
              <ul className="mt-4 grid gap-1.5 border-line border-t pt-4 text-muted">
                {lines.map(([name, figure]) => (
                  <li key={name} className="flex gap-2">
                    <Icon of={Check} size={14} className="mt-1 shrink-0 text-ok" />
                    <span className="min-w-0 flex-1">{name}</span>
                    <b className="figures text-text">{figure}</b>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
      <p className="mt-4">
        <Link href="/premium" prefetch={false} className={buttonClass()}>
          {t('compare')}
        </Link>
      </p>
    </Section>
  );
}

export async function Questions({ questions }: { questions: readonly Faq[] }) {
  const t = await getTranslations('landing.questions');
  const answers = await Promise.all(questions.map(async ({ answer }) => (await renderMarkdown(answer ?? '')).html));
  return (
    <Section id="questions" title={t('title')}>
      <ul className="max-w-3xl rounded-panel border border-line bg-surface">
        {questions.map(({ identifier, question, locale }, at) => (
          <li key={identifier} className="border-line border-b last:border-b-0">
            <details>
              <summary className="min-h-control cursor-pointer px-4 py-3 font-semibold hover:bg-raised">
                <bdi lang={locale}>{question}</bdi>
              </summary>
              <div lang={locale} className="px-4 pb-4">
                <Prose html={answers[at] ?? ''} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <Link href="/faq" prefetch={false} className={buttonClass()}>
          {t('all')}
        </Link>
      </p>
    </Section>
  );
}

/** Links to the demo and to the guide for self-hosting. */
export async function OwnCopy() {
  const [t, { site, links }] = await Promise.all([getTranslations('landing.own'), getShellData()]);
  return (
    <Section id="try" title={t('title')} text={t('text')}>
      <div className="grid items-start gap-6 lg:grid-cols-[5fr_7fr]">
        <div className="grid min-w-0 gap-4">
          <pre
            dir="ltr"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long line is scrolled by keyboard
            tabIndex={0}
            className="figures overflow-x-auto rounded-card border border-line bg-surface p-4"
          >
            {`${links.source === null ? '' : `git clone ${links.source} tally && `}cd tally\nnpm start`}
          </pre>
          <p className="text-muted text-pretty">{t('then')}</p>
          <h3 className="mt-2 font-semibold text-lead">{t('openTitle')}</h3>
          <p className="text-muted text-pretty">{t('openText', { site })}</p>
          <p className="flex flex-wrap gap-2">
            <a href="/docs/self-hosting/install" className={buttonClass()}>
              {t('install')}
            </a>
            {links.source !== null && (
              <a href={links.source} className={buttonClass()}>
                {t('source')}
              </a>
            )}
          </p>
        </div>
        {/* oxlint-disable-next-line nextjs/no-img-element -- small already, and served by us */}
        <img
          src="/docs/pictures/simulated-world.webp"
          alt={t('picture')}
          width={1200}
          height={750}
          loading="lazy"
          className="h-auto w-full rounded-panel border border-line"
        />
      </div>
    </Section>
  );
}
