'use client';

import { type Block, type Inline, parseInline, parseMarkdown } from '@tally/message/markdown';
import { useLocale, useTranslations } from 'next-intl';
import { createContext, type ReactNode, use, useState } from 'react';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { type DiscordNames, noNames } from './names.ts';
import { showTimestamp } from './timestamp.ts';

export const Names = createContext<DiscordNames>(noNames);

/** Renders Discord's Markdown from the syntax tree that all our code shares. */
export function Markdown({ text }: { text: string }) {
  return <div className="discord-text">{parseMarkdown(text).map(drawBlock)}</div>;
}

export function InlineMarkdown({ text }: { text: string }) {
  return <>{parseInline(text).map(drawInline)}</>;
}

/** Uses positions as keys, because parts of a text have no ids. */
const drawBlock = (block: Block, place: number): ReactNode => <BlockPart key={place} block={block} />;
const drawInline = (inline: Inline, place: number): ReactNode => <InlinePart key={place} inline={inline} />;

function BlockPart({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{block.children.map(drawInline)}</p>;
    case 'heading':
      // Does not use a heading element, because a message must not change the page's outline.
      return (
        <p className="discord-heading" data-level={block.level}>
          {block.children.map(drawInline)}
        </p>
      );
    case 'subtext':
      return <p className="discord-subtext">{block.children.map(drawInline)}</p>;
    case 'quote':
      return <blockquote>{block.children.map(drawBlock)}</blockquote>;
    case 'list': {
      const items = block.items.map((item, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list item is its place
        <li key={place}>{item.children.map(drawBlock)}</li>
      ));
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'codeBlock':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    default:
      return block satisfies never;
  }
}

function InlinePart({ inline }: { inline: Inline }): ReactNode {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'bold':
      return <strong>{inline.children.map(drawInline)}</strong>;
    case 'italic':
      return <em>{inline.children.map(drawInline)}</em>;
    case 'underline':
      return <u>{inline.children.map(drawInline)}</u>;
    case 'strike':
      return <s>{inline.children.map(drawInline)}</s>;
    case 'spoiler':
      return <Spoiler>{inline.children.map(drawInline)}</Spoiler>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'link':
      return <OutwardLink href={inline.href}>{inline.children.map(drawInline)}</OutwardLink>;
    case 'userMention':
      return <Mention sign="@" list="users" id={inline.id} />;
    case 'roleMention':
      return <Mention sign="@" list="roles" id={inline.id} />;
    case 'channelMention':
      return <Mention sign="#" list="channels" id={inline.id} />;
    case 'everyoneMention':
      return <span className="discord-mention">{`@${inline.who}`}</span>;
    case 'navigation':
      return <span className="discord-mention">{inline.place}</span>;
    case 'commandMention':
      return <span className="discord-mention">{`/${inline.name}`}</span>;
    case 'emoji':
      return <CustomEmoji id={inline.id} name={inline.name} isAnimated={inline.isAnimated} />;
    case 'timestamp':
      return <Timestamp seconds={inline.seconds} style={inline.style} />;
    default:
      return inline satisfies never;
  }
}

function Mention({ sign, list, id }: { sign: '@' | '#'; list: 'users' | 'roles' | 'channels'; id: string }) {
  const found = use(Names)[list]?.find((each) => each.id === id);
  // An unknown role or channel is shown as its raw id.
  const name = found?.name.replace(/^[@#]/, '') ?? id;
  return <bdi className="discord-mention">{`${sign}${name}`}</bdi>;
}

/** Links only to web URLs, because a message must not inject a script. */
export function OutwardLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Spoiler({ children }: { children: ReactNode }) {
  const t = useTranslations('message-editor');
  const [isShown, setShown] = useState(false);
  return (
    <button
      type="button"
      className="discord-spoiler"
      aria-expanded={isShown}
      aria-label={isShown ? undefined : t('preview.spoiler')}
      onClick={() => setShown((was) => !was)}
    >
      <span>{children}</span>
    </button>
  );
}

export function CustomEmoji({ id, name, isAnimated = false }: { id: string; name: string; isAnimated?: boolean }) {
  const src = proxied(`https://cdn.discordapp.com/emojis/${id}.${isAnimated ? 'gif' : 'png'}`);
  // oxlint-disable-next-line nextjs/no-img-element -- the proxy serves it small already
  return <img className="discord-emoji" src={src ?? undefined} alt={`:${name}:`} title={`:${name}:`} />;
}

function Timestamp({ seconds, style }: { seconds: number; style: string }) {
  const locale = useLocale();
  const [now] = useState(() => new Date());
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return <span className="discord-time">{seconds}</span>;
  return (
    <time className="discord-time" dateTime={at.toISOString()}>
      {showTimestamp({ at, style, now, locale })}
    </time>
  );
}
