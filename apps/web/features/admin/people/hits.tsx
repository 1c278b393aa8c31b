'use client';

import type { StaffHit } from '@tally/contract/admin/people';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { searchQuery } from './api.ts';

const isMarked = ({ flags }: StaffHit): boolean => (flags?.length ?? 0) > 0;

interface Props {
  readonly words: string;
  /** Limits the results to these kinds; absent for all kinds. */
  readonly only?: readonly StaffHit['kind'][];
  /** Overrides the page that a result links to. */
  readonly hrefOf?: (hit: StaffHit) => string;
}

/** The search results. Without search words, it lists people with a flag and the newest people. */
export function Hits({ words, only, hrefOf }: Props) {
  const t = useTranslations('admin.search');
  const { data, error, refetch } = useQuery(searchQuery(words));
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  const hits = data
    .filter(({ kind }) => only?.includes(kind) ?? true)
    .map((hit) => ({ ...hit, href: hrefOf?.(hit) ?? hit.href }));
  if (words === '') {
    return (
      <>
        <List title={t('marked')} hits={hits.filter(isMarked)} />
        <List title={t('newPeople')} hits={hits.filter((hit) => hit.kind === 'person' && !isMarked(hit))} />
        <List title={t('newServers')} hits={hits.filter(({ kind }) => kind === 'server')} />
      </>
    );
  }
  if (hits.length === 0) return <EmptyState title={t('nothing')} text={t('nothingText')} />;
  return <List hits={hits} />;
}

function List({ title, hits }: { title?: string; hits: readonly StaffHit[] }) {
  if (hits.length === 0) return null;
  return (
    <section aria-label={title} className="mb-6">
      {title && <h2 className="mb-2 font-semibold text-lead">{title}</h2>}
      <ul className="rounded-panel border border-line bg-surface">
        {hits.map((hit) => (
          <Hit key={`${hit.kind} ${hit.id}`} hit={hit} />
        ))}
      </ul>
    </section>
  );
}

function Hit({ hit: { kind, id, title, href, picture, flags } }: { hit: StaffHit }) {
  const t = useTranslations('admin');
  return (
    <li className="border-line border-b last:border-b-0">
      <Link href={href} prefetch={false} className="flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-raised">
        {picture !== undefined && <Avatar name={title} src={picture} shape={kind === 'server' ? 'square' : 'round'} />}
        <bdi className="min-w-0 flex-1 truncate font-semibold">{title}</bdi>
        <bdi className="figures hidden max-w-56 truncate text-muted text-small sm:block">{id}</bdi>
        {flags?.map((flag) => (
          <Badge key={flag} tone="info">
            {flag === 'Owner' ? t('people.owner') : t(`people.flag.${flag}`)}
          </Badge>
        ))}
        <Badge>{t(`search.kinds.${kind}`)}</Badge>
      </Link>
    </li>
  );
}
