import { GuildPatch, ServerId } from '@tally/contract';
import { AppError } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { listRecord } from '../settings/service/record.ts';
import { getServer, updateServer } from '../settings/service/settings.ts';
import { messageEditor } from './index.ts';
import { removeItem, saveItem } from './service/change.ts';
import { loadServerMessages } from './service/load.ts';

const ann = '111111111111111111';
const home = ServerId.parse('900000000000000001');
const other = ServerId.parse('900000000000000002');
const messages = { serverId: home, list: 'customMessages' } as const;
const variants = { serverId: home, list: 'randomMessages' } as const;
const lines = { serverId: home, list: 'singleMessages' } as const;

let world: TestWorld;
let free: TestWorld;
beforeAll(async () => {
  const features = [servers, messageEditor];
  world = await testWorld({ features, env: { PLANS: 'unlimited' } });
  free = await testWorld({ features });
});
afterAll(async () => {
  await world.close();
  await free.close();
});
beforeEach(async () => {
  for (const each of [world, free]) {
    await each.reset();
    const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 1 } as const;
    await serverAppeared(each.ctx(), { id: home, ...seen } as never);
    await serverAppeared(each.ctx(), { id: other, ...seen } as never);
  }
});

const asAnn = () => world.ctx({ caller: person(ann) });
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields] : String(error)),
  );

describe('a server’s own messages', () => {
  it('is saved, replaced, shown and removed', async () => {
    await saveItem(asAnn(), messages, { subType: 'kickLive' }, { type: 'kickLive', content: '{streamer} is on' });
    await saveItem(asAnn(), messages, { subType: undefined }, { type: 'kickLive', content: '{streamer} is live!' });
    await saveItem(asAnn(), variants, { subType: 'kickLive' }, { type: 'kickLive', messages: ['One {title}', 'Two'] });
    await saveItem(
      asAnn(),
      lines,
      { subType: 'statFollowers' },
      { type: 'statFollowers', message: 'Followers: {count}' },
    );
    const shown = await getServer(asAnn(), home);
    const version = expect.stringMatching(/^[\w-]+$/);
    expect(shown.messages).toEqual([
      { type: 'kickLive', content: '{streamer} is live!', embed: null, buttons: [], webhook: null, version },
    ]);
    expect(shown.randomMessages).toEqual([{ type: 'kickLive', messages: ['One {title}', 'Two'], version }]);
    expect(shown.singleMessages).toEqual([
      { type: 'statFollowers', message: 'Followers: {count}', webhook: null, version },
    ]);

    await removeItem(asAnn(), messages, { subType: 'kickLive' });
    expect((await getServer(asAnn(), home)).messages).toEqual([]);
    expect(await refusal(removeItem(asAnn(), messages, { subType: 'kickLive' }))).toEqual(['notFound']);
  });

  it('are in the record of changes, with their author', async () => {
    await saveItem(asAnn(), messages, { subType: 'vod' }, { type: 'vod', content: 'Watch it' });
    await saveItem(asAnn(), messages, { subType: 'vod' }, { type: 'vod', content: 'Watch it' });
    const { list } = await listRecord(asAnn(), home, {});
    expect(list).toMatchObject([
      {
        userId: ann,
        what: 'messages',
        subject: { kind: 'messageType', value: 'vod' },
        action: 'added',
        fields: [{ field: 'content', before: null, after: 'Watch it' }],
      },
    ]);
  });

  it('is refused with the field and a suggestion where it can never be sent', async () => {
    const wrong = saveItem(asAnn(), messages, { subType: 'kickLive' }, { type: 'kickLive', content: '{streamr}' });
    expect(await refusal(wrong)).toEqual(['invalidFields', expect.stringMatching(/content.*“streamer”/)]);
    const inVariant = saveItem(
      asAnn(),
      variants,
      { subType: 'kickLive' },
      { type: 'kickLive', messages: ['ok', '{winners}'] },
    );
    expect(await refusal(inVariant)).toEqual(['invalidFields', expect.stringContaining('messages.1')]);
    const otherText = saveItem(asAnn(), messages, { subType: 'vod' }, { type: 'kickLive', content: 'x' });
    expect(await refusal(otherText)).toEqual(['invalidFields', 'subType']);
    expect(await refusal(removeItem(asAnn(), lines, { subType: 'kickLive' }))).toEqual(['invalidFields', 'subType']);
  });

  it('refuses features beyond the plan, by name', async () => {
    const withButton = { type: 'kickLive' as const, content: 'x', buttons: [{ title: 'Go', url: '{url}' }] };
    expect(await refusal(saveItem(free.ctx(), messages, { subType: undefined }, withButton))).toEqual([
      'premiumRequired',
    ]);
    const asSomebody = { type: 'kickLive' as const, content: 'x', webhook: { enabled: true, username: 'Ada' } };
    expect(await refusal(saveItem(free.ctx(), messages, { subType: undefined }, asSomebody))).toEqual([
      'premiumRequired',
    ]);
  });

  it('one empty list of variants removes them', async () => {
    await saveItem(asAnn(), variants, { subType: undefined }, { type: 'clip', messages: ['a'] });
    await saveItem(asAnn(), variants, { subType: undefined }, { type: 'clip', messages: [] });
    expect((await getServer(asAnn(), home)).randomMessages).toEqual([]);
  });
});

describe('the lists inside a server', () => {
  it('replace the former ones, and an unchanged one is no change', async () => {
    await updateServer(asAnn(), home, {
      messages: [
        { type: 'welcome', content: 'Hello {member}' },
        { type: 'leave', content: 'Bye {member_name}' },
      ],
    });
    const { messages: shown } = await getServer(asAnn(), home);
    expect(await updateServer(asAnn(), home, { messages: shown })).toBe(false);
    expect(await updateServer(asAnn(), home, { messages: shown.slice(0, 1) })).toBe(true);
    expect((await getServer(asAnn(), home)).messages).toHaveLength(1);
  });

  it('a lapsed plan may keep and remove, not add', async () => {
    const lapsed = free.ctx({ caller: person(ann) });
    await saveItem(lapsed, messages, { subType: undefined }, { type: 'welcome', content: 'Hello {member}' });
    // Parses the reply as the API does, which drops the fields of our own that a client sends back.
    const { messages: shown = [] } = GuildPatch.parse(await getServer(lapsed, home));
    expect(await refusal(updateServer(lapsed, home, { messages: shown }))).toBe(null);
    const more = [...shown, { type: 'leave' as const, content: 'Bye' }];
    expect(await refusal(updateServer(lapsed, home, { messages: more }))).toEqual(['premiumRequired']);
    expect(await updateServer(lapsed, home, { messages: [] })).toBe(true);
  });
});

describe('many servers at once', () => {
  it('each has its own texts', async () => {
    await saveItem(asAnn(), messages, { subType: undefined }, { type: 'kickLive', content: 'at home' });
    await saveItem(
      asAnn(),
      { ...variants, serverId: other },
      { subType: undefined },
      { type: 'kickLive', messages: ['a', 'b'] },
    );
    const found = await loadServerMessages(world.ctx(), [home, other, home], ['kickLive', 'twitchLive']);
    expect(found.message(home, 'kickLive')).toEqual({ content: 'at home' });
    expect(found.message(other, 'kickLive')).toBe(null);
    expect(found.variants(other, 'kickLive')).toEqual(['a', 'b']);
    expect(found.variants(home, 'kickLive')).toEqual([]);
  });

  it('a deleted server leaves nothing behind', async () => {
    await saveItem(asAnn(), messages, { subType: undefined }, { type: 'kickLive', content: 'at home' });
    await messageEditor.forgetServer(asAnn(), home);
    expect((await getServer(asAnn(), home)).messages).toEqual([]);
  });
});
