import { afterEach, expect, test, vi } from 'vitest';

const links = { chatWidget: '/chat-widget' };

async function toolsWhere(built: string, { chatWidget } = links) {
  vi.stubEnv('BUILT_PAGES', built);
  vi.resetModules();
  const { toolsOf } = await import('./tools.ts');
  return toolsOf({ chatWidget }).map(({ name, href, isNewTab }) => [name, href, isNewTab]);
}
afterEach(() => vi.unstubAllEnvs());

test('a tool without a page is not offered', async () => {
  expect(await toolsWhere('/ /kick-emote-downloader /kick-overlay-maker')).toEqual([
    ['kickPfp', '/kick-overlay-maker', false],
    ['kickEmotes', '/kick-emote-downloader', false],
  ]);
});

test('the chat widget opens in a new tab, at the address that the installation names', async () => {
  expect(await toolsWhere('/ /chat-widget')).toEqual([['chatWidget', '/chat-widget', true]]);
  const elsewhere = { chatWidget: 'https://chat.example/widget' };
  expect(await toolsWhere('/', elsewhere)).toEqual([['chatWidget', 'https://chat.example/widget', true]]);
});
