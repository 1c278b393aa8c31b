'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { AllStreamers } from './list/all-streamers.tsx';
import { PlatformTabs } from './list/platform-tabs.tsx';

/** Five platforms to choose from, and below them everyone whom the server follows. */
export function PlatformChoice({ serverId }: { serverId: ServerId }) {
  return (
    <>
      <PlatformTabs serverId={serverId} here={null} />
      <AllStreamers serverId={serverId} />
    </>
  );
}
