import type { Platform } from '@tally/contract/platforms/platform';

// "Twitch purple" and the like are too loud for a fill: only the notch is coloured.
const notch: Record<Platform, string> = {
  kick: 'bg-kick',
  twitch: 'bg-twitch',
  youtube: 'bg-youtube',
  tiktok: 'bg-tiktok',
  rumble: 'bg-rumble',
};

export function PlatformNotch({ platform }: { platform: Platform }) {
  return <span aria-hidden className={`inline-block size-2 shrink-0 rounded-[2px] ${notch[platform]}`} />;
}
