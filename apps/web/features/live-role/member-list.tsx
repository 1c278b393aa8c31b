'use client';

import type { RoleFinding } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { meQuery } from '../../shell/me.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import '../message-editor/preview/discord.css';

/** The other members in the drawn list. */
const others = ['Wren', 'Teapotter', 'Jonas'] as const;

/** Draws Discord's member list during a stream: the member has the role and its color. */
export function MemberList({ role }: { role: RoleFinding | undefined }) {
  const t = useTranslations('live-role.preview');
  const me = useQuery(meQuery()).data?.discord;
  const name = me?.globalName ?? me?.username ?? t('you');
  return (
    <figure className="discord rounded-card border border-line p-4" aria-label={t('label')}>
      <Group title={role?.name ?? t('role')} count={1}>
        <Member name={name} picture={me?.avatar} color={role?.color ?? null} isLive note={t('streaming')} />
      </Group>
      <Group title={t('online')} count={others.length}>
        {others.map((each) => (
          <Member key={each} name={each} />
        ))}
      </Group>
      <figcaption className="mt-4 text-[var(--d-muted)] text-small">{t('hint')}</figcaption>
    </figure>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  return (
    <section className="not-first:mt-4">
      <p className="mb-1 px-2 font-semibold text-[var(--d-muted)] text-small">
        <bdi>{title}</bdi> — {count}
      </p>
      <ul>{children}</ul>
    </section>
  );
}

function Member({
  name,
  picture,
  color = null,
  isLive = false,
  note,
}: {
  name: string;
  picture?: string | null | undefined;
  color?: string | null;
  isLive?: boolean;
  note?: string;
}) {
  return (
    <li className="flex items-center gap-3 px-2 py-1.5">
      <span className="relative">
        <Avatar name={name} src={picture} size={32} />
        <span
          aria-hidden
          className="absolute -end-0.5 -bottom-0.5 size-3.5 rounded-full border-[3px] border-[var(--d-ground)]"
          style={{ background: isLive ? '#9b59f5' : '#23a55a' }}
        />
      </span>
      <span className="min-w-0">
        <bdi
          className="block truncate font-medium text-[var(--d-strong)]"
          style={color ? { color: readable(color) } : undefined}
        >
          {name}
        </bdi>
        {note && <span className="block truncate text-[var(--d-muted)] text-small">{note}</span>}
      </span>
    </li>
  );
}

/** Mixes the role color with text color, because some are hard to read on this background. */
const readable = (color: string): string => `color-mix(in srgb, ${color} 55%, var(--d-strong))`;
