import { ArrowUpRight } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { alternatesOf } from '../../lib/paths/alternates.ts';
import { Icon } from '../../ui/icon.tsx';
import { JsonLd } from '../layout/json-ld.tsx';
import { getShellData } from '../shell-data.ts';
import { ToolLink } from './tool-link.tsx';
import { ownAddressOf, type ToolName, toolsOf } from './tools.ts';

/** Returns the metadata of a tool's page: `export const generateMetadata = toolMetadata('…')`. */
export const toolMetadata = (name: ToolName) => async (): Promise<Metadata> => {
  const t = await getTranslations('tools');
  const { SITE_NAME: siteName } = config();
  const title = t(`${name}.title`);
  const description = t(`${name}.description`);
  const url = ownAddressOf(name);
  return {
    title,
    description,
    alternates: await alternatesOf(url),
    // Next does not merge these values with those of the layout.
    openGraph: {
      siteName,
      type: 'website',
      title: `${title} · ${siteName}`,
      description,
      url,
      images: [{ url: `/share${url}.png`, width: 1200, height: 630, alt: title }],
    },
  };
};

/** The public page of a tool, with the other tools beside it (or below it on a phone). */
export async function ToolPage({ name, children }: { name: ToolName; children: ReactNode }) {
  const t = await getTranslations('tools');
  const about = {
    '@type': 'WebApplication',
    name: t(`${name}.title`),
    description: t(`${name}.description`),
    url: `${config().webUrl}${ownAddressOf(name)}`,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  };
  return (
    <div className="mx-auto grid max-w-7xl gap-x-10 gap-y-14 px-5 py-10 lg:grid-cols-[minmax(0,1fr)_236px] lg:py-12">
      <article className="min-w-0">
        <JsonLd about={about} />
        <h1 className="page-title text-balance">{t(`${name}.title`)}</h1>
        <p className="mt-2 mb-8 max-w-prose text-lead text-muted text-pretty">{t(`${name}.lead`)}</p>
        {children}
      </article>
      <OtherTools name={name} />
    </div>
  );
}

async function OtherTools({ name }: { name: ToolName }) {
  const [t, names, { links }] = await Promise.all([
    getTranslations('tools'),
    getTranslations('shell.footer'),
    getShellData(),
  ]);
  const others = toolsOf(links).filter((tool) => tool.name !== name);
  if (others.length === 0) return null;
  return (
    <aside aria-labelledby="other-tools" className="lg:border-s lg:border-line lg:ps-6">
      <h2 id="other-tools" className="caps mb-2 text-faint">
        {t('other')}
      </h2>
      <ul className="grid sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-1">
        {others.map((tool) => (
          <li key={tool.name} className="border-line border-b last:border-b-0">
            <ToolLink tool={tool} className="group flex items-start gap-3 py-3.5">
              <Icon of={tool.icon} size={18} className="mt-0.5 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold decoration-control underline-offset-4 group-hover:underline">
                  {names(tool.name)}
                </span>
                <span className="block text-muted text-small text-pretty">{t(`${tool.name}.sentence`)}</span>
              </span>
              {tool.isNewTab && <Icon of={ArrowUpRight} className="mt-0.5 shrink-0 text-faint rtl:-scale-x-100" />}
            </ToolLink>
          </li>
        ))}
      </ul>
    </aside>
  );
}
