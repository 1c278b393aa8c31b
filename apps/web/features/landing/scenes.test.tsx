import { languages } from '@tally/contract/texts/index';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { lateMessages } from '../../i18n/late-messages.ts';
import type { SceneProps } from './live-scene.tsx';
import { NeverSilentScene } from './scenes/never-silent.tsx';
import { PostScene } from './scenes/post.tsx';
import { StreamersScene } from './scenes/streamers.tsx';
import { YourWordsScene } from './scenes/your-words.tsx';

const homes = ['failures', 'shell', 'ui', 'landing', 'message-editor', 'media-sharing', 'servers'] as const;

describe.each(languages)('in $value', ({ value: locale, texts }) => {
  const show = async (Scene: ComponentType<SceneProps>) =>
    renderToString(
      <QueryClientProvider client={new QueryClient()}>
        <NextIntlClientProvider locale={locale} messages={await lateMessages(locale, homes)} timeZone="UTC">
          <Scene site="Tally" words={texts.placeholders} />
        </NextIntlClientProvider>
      </QueryClientProvider>,
    );

  it('the words of the editor fill in, and no placeholder is lost', async () => {
    const html = await show(YourWordsScene);
    expect(html).toContain('{streamer}');
    expect(html).toContain('Building a lighthouse, day 3');
    expect(html).not.toContain('undefined');
  });

  it.each([
    ['post', PostScene, 'nova_plays'],
    ['never silent', NeverSilentScene, 'live-now'],
    ['for streamers', StreamersScene, 'Rick Astley'],
  ] as const)('%s shows its sample', async (_, Scene, sample) => {
    const html = await show(Scene);
    expect(html).toContain(sample);
    expect(html).not.toMatch(/undefined|landing\.|\{site\}/);
  });
});
