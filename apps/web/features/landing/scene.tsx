import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { features, type SceneName, stills } from './features.ts';

/** One promise: its text, its features, and the part of the product that shows it. */
export async function Scene({ name, children }: { name: SceneName; children: ReactNode }) {
  const t = await getTranslations('landing');
  const links = features[name];
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      className="below-fold mx-auto grid max-w-6xl gap-x-12 gap-y-6 px-5 py-14 lg:grid-cols-[4fr_7fr]"
    >
      <div className="min-w-0">
        <h2 id={`${name}-title`} className="font-bold text-head text-balance">
          {t(`scenes.${name}.heading`)}
        </h2>
        <p className="mt-3 max-w-prose text-lead text-muted text-pretty">{t(`scenes.${name}.text`)}</p>
        {links.length > 0 && (
          <ul aria-label={t('featuresOf')} className="mt-5 grid grid-cols-2 gap-x-4">
            {links.map(([feature, page]) => (
              <li key={feature}>
                <a
                  href={`/docs/${page}`}
                  className="inline-flex min-h-8 items-center underline decoration-control underline-offset-4 hover:decoration-text pointer-coarse:min-h-11"
                >
                  {t(`features.${feature}`)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="min-w-0">
        {children}
        <noscript>
          {/* oxlint-disable-next-line nextjs/no-img-element -- the optimiser would need a size, and the picture is small */}
          <img
            src={`/docs/pictures/${stills[name]}`}
            alt={t(`scenes.${name}.heading`)}
            loading="lazy"
            className="w-full rounded-panel border border-line"
          />
        </noscript>
      </div>
    </section>
  );
}
