'use client';

import type { MessagePreview } from '@tally/contract/message-editor/bodies';
import type { MessagePayload } from '@tally/message/discord';
import { useTranslations } from 'next-intl';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Buttons } from './buttons.tsx';
import './discord.css';
import { Embed } from './embed.tsx';
import { TextPart } from './in-place.tsx';
import { Markdown, Names } from './markdown.tsx';
import type { DiscordNames } from './names.ts';
import { Picture } from './picture.tsx';

/** A message as Discord draws it, from the exact payload that the bot would send. */
export function DiscordMessage({
  payload,
  sender,
  files,
  names,
  look = 'dark',
}: {
  payload: MessagePayload;
  sender: MessagePreview['sender'];
  files: MessagePreview['files'];
  names: DiscordNames;
  look?: 'dark' | 'light';
}) {
  const t = useTranslations('message-editor');
  const { content, embeds = [], components = [] } = payload;
  const fileOf = (url: string | undefined) => files.find(({ name }) => url === `attachment://${name}`);
  const inEmbeds = new Set(embeds.map(({ image }) => fileOf(image?.url)));
  return (
    <Names value={names}>
      <figure className="discord flex gap-3.5 rounded-card p-4" data-look={look} aria-label={t('preview.label')}>
        <Avatar name={sender.name} src={proxied(sender.avatarUrl)} size={38} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2">
            <bdi className="font-semibold text-[var(--d-strong)]">{sender.name}</bdi>
            <span className="rounded-[4px] bg-[#4752c4] px-1 text-[10px] text-white leading-[15px]">
              {t('preview.app')}
            </span>
            <span className="text-[var(--d-muted)] text-small">{t('preview.now')}</span>
          </div>
          {content && (
            <TextPart path="content">
              <Markdown text={content} />
            </TextPart>
          )}
          {files
            .filter((file) => !inEmbeds.has(file))
            .map(({ name, url }) => (
              <Picture key={name} src={url} className="discord-embed-image" />
            ))}
          {embeds.map((embed, place) => (
            <Embed
              // oxlint-disable-next-line react/no-array-index-key -- an embed is its place
              key={place}
              embed={{
                ...embed,
                ...(embed.image && { image: { url: fileOf(embed.image.url)?.url ?? embed.image.url } }),
              }}
            />
          ))}
          <Buttons rows={components} />
        </div>
      </figure>
    </Names>
  );
}
