import { getTranslations } from 'next-intl/server';
import { buttonClass } from '../../ui/button.tsx';

export async function LandingPage() {
  const t = await getTranslations('landing');
  return (
    <section className="mx-auto max-w-6xl px-5 py-20 lg:py-28">
      <h1 className="wide max-w-2xl text-hero text-balance">{t('headline')}</h1>
      <p className="mt-5 max-w-xl text-lead text-muted text-pretty">{t('text')}</p>
      <div className="mt-8 flex flex-wrap gap-2">
        <a href="/invite" className={buttonClass('primary')}>
          {t('add')}
        </a>
      </div>
    </section>
  );
}
