import { describe, expect, it } from 'vitest';
import { ID, inPage, open, roomCall, WAF } from './__fixtures__/outside.ts';

describe('finding a channel', () => {
  it('uses the small call', async () => {
    const { find, calls } = open({ '/api-live/': roomCall() });
    expect(await find('ada')).toEqual({
      platform: 'tiktok',
      id: ID,
      name: 'ada',
      displayName: 'Ada',
      avatarUrl: null,
      followers: 12,
      url: 'https://www.tiktok.com/@ada',
    });
    expect(calls).toEqual(['/api-live/user/room/']);
  });

  it('refuses a private account in a sentence of its own', async () => {
    const { find } = open({ '/api-live/': roomCall({ user: { secret: true } }) });
    await expect(find('ada')).rejects.toMatchObject({
      code: 'channelIsPrivate',
      values: { name: 'ada', platform: 'TikTok' },
    });
  });

  it('reads the profile if nothing else answers', async () => {
    const user = { id: ID, uniqueId: 'ada', secUid: 'x', nickname: 'Ada', privateAccount: false };
    const profile = (detail: object) =>
      inPage('__UNIVERSAL_DATA_FOR_REHYDRATION__', { __DEFAULT_SCOPE__: { 'webapp.user-detail': detail } });
    const blocked = { '/api-live/': { status: 500 }, '/@ada/live': WAF };
    expect(
      await open({
        ...blocked,
        '/@ada': profile({ statusCode: 0, userInfo: { user, stats: { followerCount: 3 } } }),
        '/@ada/live': WAF,
      }).find('ada'),
    ).toMatchObject({ id: ID, followers: 3 });
    expect(await open({ '/@ada': profile({ statusCode: 10_221, userInfo: {} }), ...blocked }).find('ada')).toBeNull();
  });

  it('reports a missing channel only if TikTok does', async () => {
    expect(await open({ '/api-live/': { statusCode: 19_881_007 } }).find('ada')).toBeNull();
    await expect(open({ '/': WAF }).find('ada')).rejects.toMatchObject({ world: 'tiktok', kind: 'limited' });
  });
});
