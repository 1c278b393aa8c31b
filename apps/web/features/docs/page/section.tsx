import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { docAddress, inLanguage, shared } from '../address.ts';
import { DocsFrame } from '../frame.tsx';
import { readSections } from '../read.ts';
import { DocsDown } from './home.tsx';

type Props = { params: Promise<{ section: string }> };

export async function sectionMetadata({ params }: Props): Promise<Metadata> {
  const { section } = await params;
  const found = (await readSections())?.find((each) => each.section === section);
  if (!found) return {};
  const path = `/docs/${section}`;
  const alternates = found.languages.length > 1 ? await alternatesOf(path) : { canonical: path };
  return { ...shared(section, found.title, found.summary), alternates };
}

export async function DocsSectionPage({ params }: Props) {
  const [{ section }, sections, locale] = await Promise.all([params, readSections(), getLocale()]);
  if (!sections) return <DocsDown />;
  const found = sections.find((each) => each.section === section);
  if (!found) notFound();
  return (
    <DocsFrame sections={sections} here={{ section }}>
      <div {...inLanguage(found, locale)}>
        <h1 className="page-title text-balance">{found.title}</h1>
        <p className="mt-1 mb-8 max-w-prose text-lead text-muted">{found.summary}</p>
        <ul className="border-line border-t">
          {found.pages.map((link) => (
            <li key={link.page} className="border-line border-b">
              <Link href={docAddress(link)} prefetch={false} className="group block py-3.5">
                <span
                  {...inLanguage(link, locale)}
                  className="block font-semibold decoration-control underline-offset-4 group-hover:underline"
                >
                  {link.title}
                </span>
                <span {...inLanguage(link, locale)} className="block text-muted text-pretty">
                  {link.summary}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </DocsFrame>
  );
}
