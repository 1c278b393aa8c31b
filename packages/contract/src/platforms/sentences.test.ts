import { describe, expect, it } from 'vitest';
import { withPlatforms } from './sentences.ts';
import { platforms } from './words.ts';

describe('texts about platforms', () => {
  it('have a key for each platform, in each of its spellings, with its name in the sentence', () => {
    const filled = withPlatforms(
      { '{platform}Live': '{Name}!', 'all{Platform}': '{Name}', '{Name}Posts': '{who}' },
      'en',
    );
    expect(Object.keys(filled)).toHaveLength(3 * platforms.length);
    expect(filled).toMatchObject({ tiktokLive: 'TikTok!', allTiktok: 'TikTok', TikTokPosts: '{who}' });
  });

  it('keep a key that is written out for one platform, wherever it is', () => {
    const own = { content: 'an upload on YouTube' };
    const each = { content: 'a stream on {Name}, {platform}' };
    for (const texts of [
      { youtube: own, '{platform}': each },
      { '{platform}': each, youtube: own },
    ]) {
      const filled = withPlatforms(texts, 'en');
      expect(filled.youtube).toEqual(own);
      expect(filled.kick).toEqual({ content: 'a stream on Kick, {platform}' });
    }
  });

  it.each([
    ['en-US', 'Kick, Twitch or Rumble', 'Kick, YouTube, Twitch and Rumble'],
    ['ar-SA', 'Kick أو Twitch أو Rumble', 'Kick وYouTube وTwitch وRumble'],
  ])('list names as %s does', (locale, any, all) => {
    const texts = { nested: { any: '{anySyncPlatform}', all: '{allPlatformsToLink}' } };
    expect(withPlatforms(texts, locale)).toEqual({ nested: { any, all } });
  });

  it('are filled in sentences that the build of the web app has compiled', () => {
    const texts = {
      '{platform}Posts': ['From ', ['Name'], ' by ', ['who']],
      '{Platform}More': [['step', 2, { one: ['1 ', ['Name']], other: [0, ' ', ['Name'], ['b', 'now']] }]],
      plain: 'as it is',
    };
    const filled: Record<string, unknown> = withPlatforms(texts, 'en');
    expect(filled['kickPosts']).toEqual(['From ', 'Kick', ' by ', ['who']]);
    expect(filled['TiktokMore']).toEqual([
      ['step', 2, { one: ['1 ', 'TikTok'], other: [0, ' ', 'TikTok', ['b', 'now']] }],
    ]);
    expect(filled['plain']).toBe('as it is');
  });
});
