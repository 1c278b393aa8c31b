'use client';

import type { ChannelFinding } from '@tally/contract/servers/calls';
import { Hash, Megaphone, Volume2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '../badge.tsx';
import { Icon } from '../icon.tsx';
import { usePermissionWords } from './permission-words.ts';
import { Picker, type PickerGroup } from './picker.tsx';

const icons = { text: Hash, announcement: Megaphone, voice: Volume2 } as const;
type Postable = keyof typeof icons;

const isPostable = (channel: ChannelFinding): channel is ChannelFinding & { type: Postable } => channel.type in icons;

/** Picks a channel, grouped by category. Channels where the bot cannot post show the missing permissions. */
export function ChannelPicker({
  label,
  channels,
  value,
  onChange,
  disabled = false,
  isInvalid = false,
}: {
  label: string;
  channels: readonly ChannelFinding[];
  value: string | null;
  onChange: (channelId: string | null) => void;
  disabled?: boolean;
  isInvalid?: boolean;
}) {
  const t = useTranslations('servers.channels');
  const permissionWords = usePermissionWords();
  const choiceOf = (channel: ChannelFinding & { type: Postable }) => ({
    value: channel.id,
    label: channel.name,
    icon: <Icon of={icons[channel.type]} className="shrink-0 text-muted" />,
    disabled: !channel.validPermissions,
    ...(channel.validPermissions
      ? {}
      : {
          note: t('missing', { permissions: channel.missingPermissions.map(permissionWords).join(', ') }),
          aside: <Badge tone="warn">{t('blocked')}</Badge>,
        }),
  });
  const groups = Map.groupBy([...channels].filter(isPostable).sort(byPosition), (channel) => channel.category ?? '');
  return (
    <Picker
      label={label}
      words={{ placeholder: t('placeholder'), search: t('search'), empty: t(groups.size > 0 ? 'empty' : 'none') }}
      groups={[...groups].map(([category, list]): PickerGroup => ({ value: category, items: list.map(choiceOf) }))}
      value={value}
      onChange={onChange}
      disabled={disabled}
      isInvalid={isInvalid}
    />
  );
}

/** Channels without a category come first, as in Discord. */
const byPosition = (one: ChannelFinding, other: ChannelFinding): number =>
  Number(one.category !== null) - Number(other.category !== null) || one.position - other.position;
