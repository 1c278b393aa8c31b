import { describe, expect, it } from 'vitest';
import { ago, embed, ID, idAt, items, livePage, off, open, video, WAF } from './__fixtures__/outside.ts';

describe('videos', () => {
  const [fresh, older, ancient] = [idAt(ago(3), 1), idAt(ago(600), 2), idAt(ago(90 * 1_440), 3)];

  it('start with a list that costs one call; old pinned videos are not new', async () => {
    const { ask, calls } = open({ '/@ada/live': livePage(off), '/embed/@ada': embed([ancient, older]) });
    const { videos } = await ask();
    expect(videos).toMatchObject([
      { id: older, kind: 'upload', publishedAt: ago(600), url: `https://www.tiktok.com/@ada/video/${older}` },
    ]);
    expect(calls).toEqual(['/@ada/live', '/embed/@ada']);
  });

  it('cost one more call when they are new, once', async () => {
    const world = open({ '/@ada/live': livePage(off), '/embed/@ada': embed([ancient, older]) });
    const first = await world.ask();
    expect((await world.ask(first.memory)).videos).toBeUndefined();
    world.pass(5);
    Object.assign(world.outside, {
      '/embed/@ada': embed([ancient, fresh, older]),
      '/embed/v2/': video(fresh, 'Look </script> #new'),
    });
    world.calls.length = 0;
    const second = await world.ask(first.memory);
    expect(second.videos?.find(({ id }) => id === fresh)).toMatchObject({
      title: 'Look </script> #new',
      thumbnailUrl: 'https://cdn.example/v.png',
      views: 5,
    });
    world.pass(5);
    await world.ask(second.memory);
    expect(world.calls.filter((path) => path.startsWith('/embed/v2/'))).toEqual([`/embed/v2/${fresh}`]);
  });

  it('wait for their details, then for oEmbed, then for nothing', async () => {
    const world = open({ '/@ada/live': livePage(off), '/embed/@ada': embed([older]) });
    const first = await world.ask();
    world.pass(5);
    Object.assign(world.outside, {
      '/embed/@ada': embed([fresh, older]),
      '/embed/v2/': { status: 500 },
      '/oembed': { status: 500 },
    });
    const second = await world.ask(first.memory);
    expect(second.videos?.map(({ id }) => id)).toEqual([older]);
    world.pass(1);
    world.outside['/oembed'] = { title: 'By oEmbed', thumbnail_url: 'https://cdn.example/o.png' };
    expect((await world.ask(second.memory)).videos?.[0]).toMatchObject({ id: fresh, title: 'By oEmbed' });
    world.outside['/oembed'] = { status: 500 };
    world.pass(15);
    expect((await world.ask(second.memory)).videos?.[0]).toMatchObject({ id: fresh, title: null });
  });

  it('are read from the other list if the embed fails', async () => {
    const { ask } = open({
      '/@ada/live': livePage(off),
      '/embed/@ada': WAF,
      '/api/creator/': items({ id: ID, uniqueId: 'ada', nickname: 'Ada' }, [fresh]),
    });
    expect((await ask()).videos).toMatchObject([{ id: fresh, title: `about ${fresh}`, durationSeconds: 9 }]);
  });

  it.each([
    ['everything is blocked', WAF],
    ['the list is empty though it should not be', embed([], { videoCount: 12 })],
    ['the list is somebody else’s', embed([fresh], { id: '7000000000000000009' })],
    ['the account is private', embed([], { privateAccount: true })],
    ['there is nobody', embed([], { code: 404 })],
  ])('returns nothing if %s', async (_, page) => {
    const answer = await open({ '/@ada/live': livePage(off), '/embed/@ada': page }).ask();
    expect(answer.videos).toBeUndefined();
  });

  it('an empty list is an answer if the channel has no videos', async () => {
    expect((await open({ '/@ada/live': livePage(off), '/embed/@ada': embed([]) }).ask()).videos).toEqual([]);
  });

  it('of a private account are not asked for', async () => {
    const { ask, calls } = open({ '/@ada/live': livePage({ user: { secret: true } }), '/embed/@ada': embed([fresh]) });
    expect((await ask()).videos).toBeUndefined();
    expect(calls.filter((path) => path.startsWith('/embed'))).toEqual([]);
  });
});
