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
});
