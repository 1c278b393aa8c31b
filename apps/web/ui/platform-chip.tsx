import { aboutPlatforms, type Platform } from '@tally/contract/platforms/words';

// Platform colors such as Twitch purple are too loud for a fill, so only the notch is colored.
export function PlatformNotch({ platform }: { platform: Platform }) {
  const { colour } = aboutPlatforms[platform];
  return (
    <span aria-hidden className="inline-block size-2 shrink-0 rounded-[2px]" style={{ backgroundColor: colour }} />
  );
}
