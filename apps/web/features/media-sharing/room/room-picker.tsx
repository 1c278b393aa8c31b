'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Select } from '../../../ui/fields/select.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { roomsQuery } from '../api.ts';

/** Where the caller may help, beside their own room. There only where there is a choice. */
export function RoomPicker({ userId }: { userId: UserId }) {
  const t = useTranslations('media-sharing');
  const router = useRouter();
  const rooms = useQuery(roomsQuery()).data ?? [];
  if (rooms.length < 2) return null;
  return (
    <Select
      label={t('room')}
      className="w-56"
      value={userId}
      choices={rooms.map((room) => ({
        value: room.userId,
        label: room.isOwn ? t('ownRoom') : room.name,
        icon: <Avatar name={room.name} src={room.avatar} size={22} />,
      }))}
      onChange={(next) => router.push(`/dashboard/user/${next}/media-sharing`)}
    />
  );
}
