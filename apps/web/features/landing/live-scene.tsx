'use client';

import { lazy } from 'react';
import type { MessageHome } from '../../i18n/homes.ts';
import { WhenNear } from '../../shell/layout/when-near.tsx';
import type { ShellFrame } from '../../shell/shell-data.ts';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';

export interface SceneProps {
  readonly site: string;
  /** The descriptions of the placeholders, for scenes with a message editor. */
  readonly words: PlaceholderWords | null;
}

const scenes = {
  post: lazy(async () => ({ default: (await import('./scenes/post.tsx')).PostScene })),
  neverSilent: lazy(async () => ({ default: (await import('./scenes/never-silent.tsx')).NeverSilentScene })),
  yourWords: lazy(async () => ({ default: (await import('./scenes/your-words.tsx')).YourWordsScene })),
  community: lazy(async () => ({ default: (await import('./scenes/community.tsx')).CommunityScene })),
  streamers: lazy(async () => ({ default: (await import('./scenes/streamers.tsx')).StreamersScene })),
} as const;

/** Shows the product's real component, which loads when a visitor scrolls near it. */
export function LiveScene({
  name,
  words = null,
  ...place
}: {
  name: keyof typeof scenes;
  shell: ShellFrame;
  homes: readonly MessageHome[];
  words?: PlaceholderWords | null;
  className: string;
}) {
  const Content = scenes[name];
  return (
    <WhenNear {...place}>
      <Content site={place.shell.site} words={words} />
    </WhenNear>
  );
}
