'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { userTools } from '../../features/registry.ts';
import { meQuery } from '../me.ts';
import { Group, Item } from './parts.tsx';

/** The person's own tools, which do not depend on the chosen server. */
export function UserGroup({ onGo }: { onGo: (href: string) => void }) {
  const t = useTranslations('shell');
  const me = useQuery(meQuery()).data?.discord.id;
  if (me === undefined || userTools.length === 0) return null;
  return (
    <Group heading={t('sidebar.userTools')}>
      {userTools.map((tool) => (
        <Item
          key={tool.name}
          value={`own ${tool.path} ${t(`features.${tool.name}`)}`}
          icon={tool.icon}
          onSelect={() => onGo(`/dashboard/user/${me}/${tool.path}`)}
        >
          {t(`features.${tool.name}`)}
        </Item>
      ))}
    </Group>
  );
}
