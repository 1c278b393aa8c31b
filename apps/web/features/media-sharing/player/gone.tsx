import { getTranslations } from 'next-intl/server';
import './player.css';

/** OBS shows this sentence for an address that was replaced, or whose media share no longer exists. */
export async function MediaPlayerGone() {
  const t = await getTranslations('media-player');
  return (
    <main className="media-player">
      <p className="media-player-note">{t('over')}</p>
    </main>
  );
}
