import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../lib/config.ts';
import { LEGAL_CHANGED } from '../../lib/legal-changed.ts';
import { alternatesOf } from '../../lib/paths/alternates.ts';
import { date } from '../../lib/words/format.ts';

const termsParts = ['service', 'account', 'fair', 'content', 'paid', 'outages', 'end', 'changes'] as const;
const privacyParts = ['what', 'why', 'notKept', 'who', 'howLong', 'rights', 'cookies', 'safety', 'questions'] as const;

export async function TermsPage() {
  const [t, locale] = await Promise.all([getTranslations('legal'), getLocale()]);
  const site = config().SITE_NAME;
  return (
    <Article
      title={t('terms.title')}
      changed={t('changed', { date: date(LEGAL_CHANGED, locale) })}
      lead={t('terms.lead', { site })}
    >
      {termsParts.map((part) => (
        <Part key={part} title={t(`terms.${part}.title`)} text={t(`terms.${part}.text`, { site })} />
      ))}
    </Article>
  );
}

export async function PrivacyPage() {
  const [t, locale] = await Promise.all([getTranslations('legal'), getLocale()]);
  const site = config().SITE_NAME;
  return (
    <Article
      title={t('privacy.title')}
      changed={t('changed', { date: date(LEGAL_CHANGED, locale) })}
      lead={t('privacy.lead', { site })}
    >
      {privacyParts.map((part) => (
        <Part key={part} title={t(`privacy.${part}.title`)} text={t(`privacy.${part}.text`, { site })} />
      ))}
    </Article>
  );
}

function Article({
  title,
  changed,
  lead,
  children,
}: {
  title: string;
  changed: string;
  lead: string;
  children: React.ReactNode;
}) {
  return (
    <article className="mx-auto max-w-2xl px-5 py-14">
      <h1 className="page-title text-balance">{title}</h1>
      <p className="mt-2 text-faint text-small">{changed}</p>
      <p className="mt-6 text-lead text-pretty">{lead}</p>
      {children}
    </article>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section className="mt-8">
      <h2 className="font-semibold text-lead">{title}</h2>
      <p className="mt-1.5 text-lead text-muted text-pretty">{text}</p>
    </section>
  );
}

export async function termsMetadata(): Promise<Metadata> {
  const t = await getTranslations('legal');
  const description = t('terms.lead', { site: config().SITE_NAME });
  return { title: t('terms.title'), description, alternates: await alternatesOf('/tos') };
}

export async function privacyMetadata(): Promise<Metadata> {
  const t = await getTranslations('legal');
  const description = t('privacy.lead', { site: config().SITE_NAME });
  return { title: t('privacy.title'), description, alternates: await alternatesOf('/privacy') };
}
