import { aboutPlatforms, type Platform } from '@tally/contract/platforms/words';

// "Twitch purple" and the like are too loud for a fill: only the notch is coloured.
export function PlatformNotch({ platform }: { platform: Platform }) {
  const { colour } = aboutPlatforms[platform];
  return (
    <span aria-hidden className="inline-block size-2 shrink-0 rounded-[2px]" style={{ backgroundColor: colour }} />
  );
}
