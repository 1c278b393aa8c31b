import type { LinkCard } from '@tally/contract/embed-fix/calls';
import type { PageLink } from '@tally/contract/platforms/kick-links';
import { escapeMarkdown } from '@tally/message/template';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../../shell/fetching.tsx';
import '../../message-editor/preview/discord.css';
import { Embed } from '../../message-editor/preview/embed.tsx';
import { cardQuery } from './api.ts';

/** Kick's brand color, which the card also uses. */
const KICK_GREEN = 0x53fc18;

/** Draws the message with the link as Discord does. */
export function CardPreview({ page }: { page: PageLink | null }) {
  const t = useTranslations('embed-fix');
  return (
    <section aria-labelledby="card-preview" className="min-w-0">
      <h2 id="card-preview" className="mb-1.5 font-semibold">
        {t('preview')}
      </h2>
      {page ? (
        <Shown page={page} />
      ) : (
        <p className="rounded-card border border-line border-dashed p-6 text-center text-muted">{t('empty')}</p>
      )}
    </section>
  );
}

function Shown({ page }: { page: PageLink }) {
  const t = useTranslations('embed-fix');
  const { data: card, error, refetch } = useQuery(cardQuery(page));
  if (!card) return <Fetching error={error} refetch={refetch} className="h-80" />;
  return (
    <>
      <figure className="discord rounded-card border border-line p-4" aria-labelledby="card-preview">
        <a dir="ltr" href={card.fixedUrl} target="_blank" rel="noreferrer">
          {card.fixedUrl}
        </a>
        <Embed provider={card.siteName} embed={embedOf(card)} />
      </figure>
      {!card.isReachable && (
        <p className="mt-2 text-small text-warn">
          {t('unreachable', { host: new URL(card.fixedUrl).host })}{' '}
          <Link className="underline underline-offset-3" href="/docs/self-hosting/install">
            {t('howTo')}
          </Link>
        </p>
      )}
      {card.video !== null && <p className="mt-2 text-muted text-small">{t('plays')}</p>}
    </>
  );
}

/** Discord shows text in link previews without markup. */
const embedOf = (card: LinkCard) => ({
  color: KICK_GREEN,
  url: card.fixedUrl,
  title: escapeMarkdown(card.title),
  description: escapeMarkdown(card.description),
  ...(card.author !== null && { author: { name: card.author } }),
  ...(card.image !== null && { [card.isScene ? 'image' : 'thumbnail']: { url: card.image } }),
});
