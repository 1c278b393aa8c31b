'use client';

import { useTranslations } from 'next-intl';

const questions = ['cancel', 'lapse', 'move', 'several', 'who', 'change', 'pay', 'vote'] as const;

export function Faq() {
  const t = useTranslations('premium.faq');
  return (
    <section aria-labelledby="faq" className="mt-12 max-w-3xl">
      <h2 id="faq" className="mb-3 font-semibold text-title">
        {t('title')}
      </h2>
      <div className="divide-y divide-line rounded-panel border border-line bg-surface">
        {questions.map((each) => (
          <details key={each} className="group px-5 py-4">
            <summary className="cursor-pointer font-semibold">{t(`${each}.question`)}</summary>
            <p className="mt-2 text-muted text-pretty">{t(`${each}.answer`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
