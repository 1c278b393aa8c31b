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

/** Pages of the handbook in which the words stand, searched by the API: typos find something, too. */
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
          // What was typed is a part of it: the API has decided already that it fits.
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
