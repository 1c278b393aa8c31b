'use client';

import type { GuildListItem } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { serversQuery } from '../../../shell/server/api.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';

/** Returns the person's own servers with the bot. */
export function useOwnServers(isLoggedIn = true): readonly GuildListItem[] {
  const servers = useQuery({ ...serversQuery(), enabled: isLoggedIn });
  return (servers.data ?? []).filter(({ isBotIn }) => isBotIn);
}

const NONE = 'none';

export function ServerChoice({
  servers,
  value,
  onChange,
  label,
}: {
  servers: readonly GuildListItem[];
  value: ServerId | null;
  onChange: (id: ServerId | null) => void;
  label: string;
}) {
  const t = useTranslations('premium');
  return (
    <Select
      label={label}
      className="max-w-80"
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : (next as ServerId))}
      choices={[
        { value: NONE, label: t('noServer') },
        ...servers.map(({ id, name, icon }) => ({
          value: id as string,
          label: name,
          icon: <Avatar name={name} src={icon} size={20} />,
        })),
      ]}
    />
  );
}
