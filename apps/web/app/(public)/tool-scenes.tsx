'use client';

import { lazy } from 'react';
import { WhenNear } from '../../shell/layout/when-near.tsx';
import type { ShellFrame } from '../../shell/shell-data.ts';

const Maker = lazy(async () => ({
  default: (await import('../../features/tools/kick-overlay-maker/maker.tsx')).Maker,
}));
const Converter = lazy(async () => ({
  default: (await import('../../features/tools/embed-fix/converter.tsx')).Converter,
}));

/** Two tools that work on the landing page itself. */
export function ToolScenes({ shell, webUrl }: { shell: ShellFrame; webUrl: string }) {
  return (
    <div className="grid gap-4">
      <WhenNear
        shell={shell}
        homes={['kick-overlay-maker']}
        className="min-h-[900px] rounded-panel border border-line bg-surface p-5 md:min-h-[560px]"
      >
        <Maker isLoggedIn={shell.isLoggedIn} isSmall />
      </WhenNear>
      <WhenNear
        shell={shell}
        homes={['embed-fix', 'message-editor']}
        className="min-h-[300px] rounded-panel border border-line bg-surface p-5 xl:min-h-[190px]"
      >
        <Converter webUrl={webUrl} />
      </WhenNear>
    </div>
  );
}
