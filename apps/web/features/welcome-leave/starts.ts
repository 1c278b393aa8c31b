'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import { isLocked } from '../../shell/premium-lock.tsx';
import { type Start, textStart } from '../message-editor/server/greeting-starts.ts';

type CardSetting = Pick<GuildInfo, 'welcomeCard' | 'leaveCard' | 'cardBackground'>;

/** Offers three greetings: plain text, a picture and an embed. The embed needs custom texts. */
export function useStarts(server: GuildInfo, type: 'welcome' | 'leave'): readonly Start<CardSetting>[] {
  const t = useTranslations('welcome-leave.starts');
  const card = (isOn: boolean) => (type === 'welcome' ? { welcomeCard: isOn } : { leaveCard: isOn });
  const embed = textStart(type === 'welcome' ? '{member}' : '', {
    title: t(`${type}Title`),
    description: t(`${type}Text`),
    thumbnail: '{member_avatar}',
    color: type === 'welcome' ? '#4CC38A' : '#8F857F',
  });
  return [
    { name: t('line'), message: null, settings: card(false) },
    { name: t('picture'), message: null, settings: { ...card(true), cardBackground: 'glow' } },
    ...(isLocked(server, 'AnyMessageEditor') ? [] : [{ name: t('embed'), message: embed, settings: card(false) }]),
  ];
}
