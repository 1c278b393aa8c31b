import { ServerId } from '@tally/contract';
import { AppError, type Ctx, silentLog, UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { testTimers } from '@tally/tests/timers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Command, Discord } from '../rest/index.ts';
import {
  type CommandPart,
  checkCommands,
  commandBodies,
  createRouter,
  customId,
  defineCommand,
  message,
  nothingToSay,
  privately,
  type Response,
  registerCommands,
  update,
} from './index.ts';

const user = { id: '400000000000000001', username: 'ann' };
const say = (content: string) => ({ content, allowed_mentions: noMentions });
let next = 0;
const raw = (more: object): object => ({
  id: String(700_000_000_000_000_000n + BigInt((next += 1))),
  token: 'token',
  guild_id: '200000000000000001',
  channel_id: '500000000000000001',
  member: { user, roles: [], permissions: '32' },
  locale: 'en-GB',
  app_permissions: '2048',
  ...more,
});
const slash = (name: string, options: object[] = [], more: object = {}): object =>
  raw({ type: 2, data: { name, type: 1, options }, ...more });
const press = (custom_id: string): object =>
  raw({
    type: 3,
    data: { custom_id, component_type: 2 },
    message: { id: '800000000000000001', channel_id: '500000000000000001' },
  });

/** The calls to Discord in order. */
const sent: [string, unknown][] = [];
const interactions = {
  respond: (_call: unknown, body: Response) => Promise.resolve(void sent.push(['respond', body])),
  edit: (_call: unknown, payload: unknown) => Promise.resolve(void sent.push(['edit', payload])),
  follow: (_call: unknown, payload: unknown) => Promise.resolve(void sent.push(['follow', payload])),
  delete: () => Promise.resolve(void sent.push(['delete', null])),
} as unknown as Discord['interactions'];
const error = vi.fn<(fields: object, text: string) => void>();
const timers = testTimers();
const counted: string[] = [];
const count = (kind: string, name: string) => void counted.push(`${kind} ${name}`);
const makeCtx = () => ({ log: { ...silentLog, error }, timers, locale: 'en-US' }) as unknown as Ctx;

let gate = Promise.withResolvers<void>();
beforeEach(() => {
  sent.length = 0;
  counted.length = 0;
  error.mockClear();
  gate = Promise.withResolvers<void>();
});

const parts: CommandPart[] = [
  defineCommand({
    kind: 'slash',
    name: 'hello',
    about: 'errors.notFound',
    permissions: ['ManageGuild'],
    options: [
      {
        name: 'who',
        about: 'errors.notFound',
        type: 'text',
        isRequired: true,
        max: 20,
        complete: async (_ctx, typed) => Array.from({ length: 40 }, (_, n) => ({ name: `${typed}${n}`, value: n })),
      },
      {
        name: 'times',
        about: 'errors.notFound',
        type: 'whole',
        min: 1,
        choices: [{ value: 1, text: 'commands.cancel' }],
      },
    ],
    run: async (ctx, call) =>
      message(say(`${String(call.options.who)} ${ctx.caller.kind} ${ctx.locale} ${call.permissions}`)),
  }),
  defineCommand({
    kind: 'slash',
    name: 'setup',
    about: 'errors.notFound',
    subcommands: [
      { name: 'test', about: 'errors.notFound', isPrivate: true, run: async () => message(say('tested')) },
      {
        name: 'panel sync',
        about: 'errors.notFound',
        options: [{ name: 'on', about: 'errors.notFound', type: 'yesNo' }],
        run: async (_ctx, { options }) => message(say(`panel ${String(options.on)}`)),
      },
    ],
  }),
  defineCommand({
    kind: 'slash',
    name: 'slow',
    about: 'errors.notFound',
    isPrivate: true,
    run: async () => gate.promise.then(() => message(say('done'))),
  }),
  defineCommand({
    kind: 'slash',
    name: 'refuse',
    about: 'errors.notFound',
    run: () => Promise.reject(new AppError('alreadyFollowed', { name: 'Ada' })),
  }),
  defineCommand({
    kind: 'slash',
    name: 'break',
    about: 'errors.notFound',
    run: () => {
      throw new Error('secret');
    },
  }),
  defineCommand({
    kind: 'slash',
    name: 'limit',
    about: 'errors.notFound',
    run: () => Promise.reject(new UpstreamError({ world: 'discord', kind: 'limited', message: 'x' })),
  }),
  defineCommand({
    kind: 'messageMenu',
    name: 'commands.cancel',
    run: async (_ctx, call) => privately(`${call.targetId} ${call.message?.content}`),
  }),
  defineCommand({ kind: 'component', id: 'enter', run: async (_ctx, call) => update(say(call.args.join('|'))) }),
  defineCommand({ kind: 'component', id: 'late', run: async () => gate.promise.then(() => privately('you are in')) }),
  defineCommand({ kind: 'component', id: 'quiet', run: async () => nothingToSay }),
  defineCommand({
    kind: 'component',
    id: 'ask',
    run: async () => ({
      kind: 'modal',
      customId: customId('form', 'a:b'),
      title: 'Form',
      fields: [{ id: 'name', label: 'Name' }],
    }),
  }),
  defineCommand({
    kind: 'modal',
    id: 'form',
    run: async (_ctx, call) => message(say(`${call.args[0]} ${call.fields.name}`)),
  }),
];
const router = createRouter({ parts, discord: { interactions }, makeCtx, count });
const content = (place = 0): unknown =>
  (sent[place]?.[1] as { data?: { content?: string } } | undefined)?.data?.content;

describe('commands', () => {
  test('a slash command gets its options and the caller', async () => {
    await router.handle(slash('hello', [{ name: 'who', type: 3, value: 'ann' }]));
    expect(sent).toEqual([['respond', { type: 4, data: { ...say('ann user en-US 32'), flags: 0 } }]]);
  });

  test('subcommands and groups are found by their path', async () => {
    await router.handle(slash('setup', [{ name: 'test', type: 1, options: [] }]));
    await router.handle(
      slash('setup', [
        {
          name: 'panel',
          type: 2,
          options: [{ name: 'sync', type: 1, options: [{ name: 'on', type: 5, value: true }] }],
        },
      ]),
    );
    expect([content(0), content(1)]).toEqual(['tested', 'panel true']);
    expect(sent[0]?.[1]).toMatchObject({ data: { flags: 64 } });
  });

  test('a message menu gets the message', async () => {
    const target = '800000000000000009';
    const messages = { [target]: { id: target, channel_id: '500000000000000001', content: 'the text' } };
    await router.handle(
      raw({
        type: 2,
        data: { type: 3, name: 'Cancel', target_id: target, resolved: { messages } },
      }),
    );
    expect(content()).toBe(`${target} the text`);
  });

  test('buttons, modals and their arguments', async () => {
    await router.handle(press(customId('enter', 'a:b', '%')));
    await router.handle(press('quiet'));
    await router.handle(press('ask'));
    const fields = [{ type: 1, components: [{ type: 4, custom_id: 'name', value: 'Ann' }] }];
    await router.handle(raw({ type: 5, data: { custom_id: customId('form', 'a:b'), components: fields } }));
    expect(sent[0]?.[1]).toMatchObject({ type: 7, data: { content: 'a:b|%' } });
    expect(sent[1]?.[1]).toEqual({ type: 6 });
    expect(sent[2]?.[1]).toMatchObject({ type: 9, data: { custom_id: 'form:a%3Ab', title: 'Form' } });
    expect(content(3)).toBe('a:b Ann');
  });

  test('commands and presses are counted by our names for them; forms, suggestions and foreign ones are not', async () => {
    await router.handle(slash('setup', [{ name: 'test', type: 1, options: [] }]));
    await router.handle(press(customId('enter', 'a')));
    await router.handle(raw({ type: 5, data: { custom_id: customId('form', 'a:b'), components: [] } }));
    await router.handle(raw({ type: 4, data: { name: 'hello', type: 1, options: [] } }));
    await router.handle(slash('chosen-by-a-stranger'));
    expect(counted).toEqual(['command /setup test', 'button enter']);
  });

  test('at most 25 proposals while typing', async () => {
    await router.handle(
      raw({
        type: 4,
        data: { name: 'hello', type: 1, options: [{ name: 'who', type: 3, value: 'x', focused: true }] },
      }),
    );
    const [, body] = sent[0] as [string, { type: number; data: { choices: unknown[] } }];
    expect(body.type).toBe(8);
    expect(body.data.choices).toHaveLength(25);
    expect(body.data.choices[0]).toEqual({ name: 'x0', value: 0 });
  });
});

describe('slow ones', () => {
  test('a slow command is deferred, and its answer replaces the deferral', async () => {
    const done = router.handle(slash('slow'));
    await timers.pass(1_499);
    expect(sent).toEqual([]);
    await timers.pass(1);
    expect(sent[0]).toEqual(['respond', { type: 5, data: { flags: 64 } }]);
    gate.resolve();
    await done;
    expect(sent[1]).toEqual(['edit', say('done')]);
  });

  test('a slow button answers below the message instead of replacing it', async () => {
    const done = router.handle(press('late'));
    await timers.pass(1_499);
    expect(sent).toEqual([]);
    await timers.pass(1);
    expect(sent[0]).toEqual(['respond', { type: 6 }]);
    gate.resolve();
    await done;
    expect(sent[1]).toEqual(['follow', { ...say('you are in'), flags: 64 }]);
  });
});

describe('failures', () => {
  test.each([
    ['refuse', 'This server already follows Ada.'],
    ['limit', 'Discord is limiting our requests. Please try again in a moment.'],
    ['break', 'Something went wrong on our side. It has been reported.'],
    ['unknown', 'This command no longer exists. Type / to see the current commands.'],
  ])('%s is shown only to the person', async (name, text) => {
    await router.handle(slash(name));
    expect(sent).toEqual([['respond', { type: 4, data: { ...say(text), flags: 64 } }]]);
  });

  test('a refusal is in the person’s language; a bug is reported', async () => {
    await router.handle(slash('break', [], { locale: 'ar' }));
    expect(content()).toMatch(/[\u0600-\u06ff]/);
    expect(error).toHaveBeenCalledOnce();
  });

  test('a second delivery of the same interaction has no effect', async () => {
    const twice = slash('hello', [{ name: 'who', type: 3, value: 'x' }]);
    await Promise.all([router.handle(twice), router.handle(twice)]);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [null],
    [{}],
    [{ id: 'x' }],
    [raw({ type: 99 })],
    [raw({ type: 3, data: { custom_id: 'a:%%%' } })],
    [raw({ type: 2, member: undefined })],
  ])('ignores anything that is not an interaction: %j', async (odd) => {
    await router.handle(odd);
    expect(sent).toEqual([]);
  });

  test('a custom id that would be too long is noticed where it is made', () => {
    expect(() => customId('enter', 'x'.repeat(100))).toThrow('too long');
  });
});

describe('registration', () => {
  test('sends bodies that Discord accepts', () => {
    const [hello, setup] = ['hello', 'setup'].map((name) =>
      commandBodies(parts).find((each) => 'name' in each && each.name === name),
    );
    expect(hello).toMatchObject({
      type: 1,
      name: 'hello',
      description: 'This does not exist.',
      default_member_permissions: '32',
      contexts: [0],
      options: [
        { type: 3, name: 'who', required: true, autocomplete: true, max_length: 20 },
        { type: 4, name: 'times', required: false, min_value: 1, choices: [{ value: 1 }] },
      ],
    });
    expect(setup).toMatchObject({
      default_member_permissions: null,
      options: [
        { type: 2, name: 'panel', options: [{ type: 1, name: 'sync' }] },
        { type: 1, name: 'test' },
      ],
    });
  });

  test('the commands are sent to Discord once, and again only after a change', async () => {
    let hash: string | null = null;
    let there: Command[] = [];
    const overwriteCommands = vi.fn<Discord['interactions']['overwriteCommands']>(() => Promise.resolve(there));
    const listCommands = () => Promise.resolve(there);
    const about = {
      discord: { interactions: { ...interactions, overwriteCommands, listCommands } },
      remembered: { find: async () => hash, put: async (text: string) => void (hash = text) },
    };
    expect(await registerCommands({ ...about, parts })).toBe('changed');
    expect(await registerCommands({ ...about, parts })).toBe('same');
    expect(
      await registerCommands({ ...about, parts: parts.slice(1), serverId: ServerId.parse('200000000000000001') }),
    ).toBe('changed');
    expect(overwriteCommands).toHaveBeenCalledTimes(2);
    // After a change of application, or if a command was deleted in Discord, the stored registration is outdated.
    const again = { ...about, parts: parts.slice(1) };
    there = [{ id: '1', name: 'hello', type: 1, version: '2' }];
    expect([await registerCommands(again), await registerCommands(again)]).toEqual(['changed', 'same']);
  });

  test('where Discord refuses a language that only its specification knows, the others are sent all the same', async () => {
    const told: string[] = [];
    const overwriteCommands = (bodies: readonly unknown[]): Promise<Command[]> => {
      told.push(JSON.stringify(bodies));
      if (told.length > 1) return Promise.resolve([]);
      const about = { world: 'discord', kind: 'odd', upstreamCode: 50_035 } as const;
      return Promise.reject(new UpstreamError({ ...about, message: 'Invalid Form Body' }));
    };
    const discord = { interactions: { ...interactions, overwriteCommands } };
    const remembered = { find: async () => null, put: async () => undefined };
    const setup = defineCommand({
      kind: 'slash',
      name: 'sync',
      about: 'errors.notFound',
      run: async () => nothingToSay,
    });
    expect(await registerCommands({ discord, parts: [setup], remembered })).toBe('changed');
    expect(told[0]).toContain('"name_localizations":{"ar":"مزامنة"}');
    expect(told[1]).toContain('"name":"sync"');
    expect(told[1]).not.toContain('"ar"');
  });

  test('mistakes are found before Discord finds them', () => {
    expect(checkCommands(parts)).toEqual([]);
    const bad = defineCommand({
      kind: 'slash',
      name: 'Bad Name',
      about: 'errors.notFound',
      options: [
        { name: 'a', about: 'errors.notFound', type: 'text' },
        { name: 'b', about: 'errors.notFound', type: 'text', isRequired: true },
      ],
      run: async () => nothingToSay,
    });
    expect(checkCommands([bad, bad])).toEqual(
      expect.arrayContaining([
        'slash Bad Name is there twice',
        'Bad Name is not a name for a command',
        'Bad Name: b is required and must stand before the others',
      ]),
    );
  });
});
