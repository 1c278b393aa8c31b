'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDeferredValue } from 'react';
import { docAddress } from '../../features/docs/address.ts';
import { searchDocsQuery } from '../../features/docs/api.ts';
import { Group, Item } from './parts.tsx';

const MOST = 5;
const ENOUGH_LETTERS = 3;

/** Handbook pages that contain the words. The API finds them and tolerates typos. */
export function DocsGroup({ typed, onGo }: { typed: string; onGo: (href: string) => void }) {
  const t = useTranslations('shell.palette');
  const asked = useDeferredValue(typed.trim());
  const isEnough = asked.length >= ENOUGH_LETTERS;
  const { data } = useQuery({ ...searchDocsQuery(asked), enabled: isEnough, placeholderData: keepPreviousData });
  if (!isEnough || !data || data.length === 0) return null;
  return (
    <Group heading={t('docs')}>
      {data.slice(0, MOST).map((hit) => (
        <Item
          key={docAddress(hit)}
          // Includes the typed text, so the palette keeps what the API has matched.
          value={`${docAddress(hit)} ${typed}`}
          icon={BookOpen}
          onSelect={() => onGo(docAddress(hit))}
        >
          <span lang="en" className="min-w-0 truncate">
            {hit.title}
            {hit.heading !== null && <span className="text-faint"> › {hit.heading}</span>}
          </span>
        </Item>
      ))}
    </Group>
  );
}
