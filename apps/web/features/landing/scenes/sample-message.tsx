'use client';

import { placeholdersFor, sampleValues } from '@tally/contract/message-editor/placeholders';
import type { MessageType } from '@tally/contract/message-editor/types';
import { type MessageTemplate, renderMessage } from '@tally/message/discord';
import { useLocale } from 'next-intl';
import { DiscordMessage } from '../../message-editor/preview/message.tsx';
import { noNames } from '../../message-editor/preview/names.ts';

/** These samples have no real pictures. */
const withoutPictures = { avatar: '', thumbnail: '', member_avatar: '', server_icon: '', category_image: '' };

/** A message with sample data, rendered by the code that posts. */
export function SampleMessage({
  type,
  template,
  site,
  values,
}: {
  type: MessageType;
  template: MessageTemplate;
  site: string;
  values?: Readonly<Record<string, string>>;
}) {
  const locale = useLocale();
  const { payload } = renderMessage({
    template,
    placeholders: placeholdersFor(type),
    values: { ...sampleValues(type), ...withoutPictures, ...values },
    locale,
  });
  if (!payload) return null;
  return <DiscordMessage payload={payload} sender={{ name: site, avatarUrl: null }} files={[]} names={noNames} />;
}
