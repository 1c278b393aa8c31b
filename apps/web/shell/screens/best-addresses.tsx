import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { Messages } from '../../i18n/homes.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';

export type BestAddress = keyof Messages['shell']['bestAddresses'];

const addresses: Readonly<Record<BestAddress, string>> = {
  getHelp: '/docs/help/get-help',
  docs: '/docs',
  faq: '/faq',
  feedback: '/feedback',
  status: '/status',
  changelogs: '/changelogs',
  blog: '/blog',
  premium: '/premium',
  votes: '/docs/premium/votes',
};

/** Lists links on pages that have no content for the visitor. */
export async function BestAddresses({ names }: { names: readonly BestAddress[] }) {
  const t = await getTranslations('shell');
  return (
    <ul className="grid divide-y divide-line border-line border-y">
      {names
        .filter((name) => isBuilt(addresses[name]))
        .map((name) => (
          <li key={name}>
            <Link
              href={addresses[name]}
              prefetch={false}
              className="flex min-h-11 items-center font-semibold decoration-control underline-offset-4 hover:underline"
            >
              {t(`bestAddresses.${name}`)}
            </Link>
          </li>
        ))}
    </ul>
  );
}
