import { aboutPlatforms, type Platform } from '@tally/contract/platforms/words';

// Colors only the notch, because platform colors such as Twitch purple are too loud for a fill.
export function PlatformNotch({ platform }: { platform: Platform }) {
  const { colour } = aboutPlatforms[platform];
  return (
    <span aria-hidden className="inline-block size-2 shrink-0 rounded-[2px]" style={{ backgroundColor: colour }} />
  );
}
