import { once } from 'node:events';
import tmi from 'tmi.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Chat } from '../../actions.ts';
import { startTestTwitch, type TestTwitch } from '../test-world.ts';

let twitch: TestTwitch;
beforeEach(async () => {
  twitch = await startTestTwitch();
});
afterEach(async () => await twitch.close());

const CAPABILITIES = 'CAP REQ :twitch.tv/tags twitch.tv/commands';

/** Connects a bare client that records all lines in order. */
async function connect(...first: string[]) {
  const socket = new WebSocket(`${twitch.url.replace('http', 'ws')}/twitch/irc`);
  onTestFinished(() => socket.terminate());
  const frames: string[] = [];
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  await once(socket, 'open');
  const lines = () => frames.flatMap((frame) => frame.split('\r\n').filter(Boolean));
  const hear = async (what: string | RegExp) =>
    await vi.waitFor(() => {
      const found = lines().find((line) => (typeof what === 'string' ? line.includes(what) : what.test(line)));
      if (found === undefined) throw new Error(`nobody said ${String(what)}: ${lines().join('\n')}`);
      return found;
    });
  for (const line of first) socket.send(line);
  return { socket, frames, lines, hear, send: (line: string) => socket.send(line) };
}

const quiet = { info() {}, warn() {}, error() {} };

const anonymous = ['PASS whatever', 'NICK justinfan12345', 'JOIN #xqc'];

describe('tmi.js, as it is', () => {
  it('joins, and receives lines, deletions, bans, subscriptions and raids', async () => {
    const address = new URL(`${twitch.url}/twitch/irc?`);
    // The client supports no path: the text after the host ends up behind the question mark.
    const server = `${address.host}${address.pathname}?`;
    const client = new tmi.Client({
      logger: quiet,
      connection: { server, port: 80, secure: false },
      channels: ['xqc'],
    });
    const heard: string[] = [];
    client.on('message', (_channel, tags, text) =>
      heard.push(`${tags['display-name']}: ${text} ${JSON.stringify(tags.emotes)}`),
    );
    client.on('messagedeleted', (_channel, login, text) => heard.push(`deleted ${login}: ${text}`));
    client.on('timeout', (_channel, login, _reason, seconds) => heard.push(`${login} is out for ${seconds}`));
    client.on('ban', (_channel, login) => heard.push(`${login} is banned`));
    client.on('resub', (_channel, login, _months, text) => heard.push(`${login} again: ${text}`));
    client.on('raided', (_channel, login, viewers) => heard.push(`${login} raids with ${viewers}`));
    await client.connect();
    onTestFinished(async () => void (await client.disconnect()));
    await vi.waitFor(() => expect(client.getChannels()).toEqual(['#xqc']));

    const { id } = twitch.control('chat', { who: 'xqc', by: 'shroud', text: '👋 xqcL' }) as { id: string };
    twitch.control('delete-line', { who: 'xqc', id });
    twitch.control('ban', { who: 'xqc', by: 'shroud', seconds: 60 });
    twitch.control('ban', { who: 'xqc', by: 'shroud' });
    twitch.control('subscribe', { who: 'xqc', by: 'late_latency', months: 3, text: 'hello; there' });
    twitch.control('raid', { who: 'xqc', by: 'shroud', viewers: 12 });
    await vi.waitFor(() =>
      expect(heard).toEqual([
        // The emoji and the space are two code points, but three UTF-16 units.
        'shroud: 👋 xqcL {"emotesv2_710929380":["2-5"]}',
        'deleted shroud: 👋 xqcL',
        'shroud is out for 60',
        'shroud is banned',
        'late_latency again: hello; there',
        'shroud raids with 12',
      ]),
    );
  });
});

describe('surprises', () => {
  it('without the capability there are no tags, and no deletions', async () => {
    const plain = await connect(...anonymous);
    const tagged = await connect(CAPABILITIES, ...anonymous);
    await Promise.all([plain.hear('366'), tagged.hear('ROOMSTATE')]);
    const { id } = twitch.control('chat', { who: 'xqc', by: 'shroud', text: 'hi' }) as { id: string };
    twitch.control('delete-line', { who: 'xqc', id });
    twitch.control('chat', { who: 'xqc', by: 'shroud', text: 'after' });
    await tagged.hear(`target-msg-id=${id}`);
    await plain.hear('after');
    expect(plain.lines().filter((line) => line.startsWith('@') || line.includes('CLEARMSG'))).toEqual([]);
    expect(await tagged.hear('PRIVMSG #xqc :hi')).toMatch(new RegExp(`^@.*;id=${id};`));
  });

  it('an anonymous reader cannot write; a logged-in one reaches others, and gets no echo', async () => {
    const reader = await connect(CAPABILITIES, ...anonymous);
    const liar = await connect('PASS oauth:made-up', 'NICK shroud');
    await liar.hear('Login authentication failed');
    await reader.hear('ROOMSTATE');
    reader.send('PRIVMSG #xqc :I am nobody');
    reader.send('PING :1');
    await reader.hear('PONG');
    twitch.control('chat', { who: 'xqc', by: 'shroud', text: 'first' });
    await reader.hear('first');
    expect(reader.lines().join()).not.toContain('I am nobody');
    expect(reader.lines().join()).not.toContain('USERSTATE');
  });

  it('the 21st chat within ten seconds is not joined', async () => {
    const names = Array.from({ length: 21 }, (_, each) => `creator_${each}`);
    for (const name of names) twitch.control('add-creator', { name });
    const client = await connect('NICK justinfan1', `JOIN ${names.map((name) => `#${name}`).join(',')}`, 'PING :end');
    await client.hear('PONG');
    expect(client.lines().filter((line) => / JOIN #/.test(line))).toHaveLength(20);
  });

  it('several lines arrive in one frame, or one line in two', async () => {
    const client = await connect(CAPABILITIES, ...anonymous);
    await client.hear('ROOMSTATE');
    twitch.control('irc', { do: 'batch' });
    client.send('PART #xqc');
    client.send('JOIN #xqc');
    await vi.waitFor(() => expect(client.frames.filter((frame) => frame.split('\r\n').length > 3)).toHaveLength(1));
    twitch.control('irc', { do: 'fragments' });
    twitch.control('chat', { who: 'xqc', by: 'shroud', text: '👋'.repeat(60) });
    expect(await client.hear('👋')).toContain('👋'.repeat(60));
  });

  it('a silent server answers no PING; a restarting one announces it', async () => {
    const client = await connect(CAPABILITIES, ...anonymous);
    await client.hear('ROOMSTATE');
    twitch.control('irc', { do: 'reconnect' });
    await client.hear('RECONNECT');
    twitch.control('irc', { do: 'silence' });
    client.send('PING :lost');
    client.send('JOIN #shroud');
    // The client still receives all lines.
    await vi.waitFor(() => expect(JSON.stringify(twitch.summary())).toContain('"rooms":["xqc","shroud"]'));
    twitch.control('irc', { do: 'plain' });
    client.send('PING :heard');
    await client.hear('PONG tmi.twitch.tv :heard');
    expect(client.lines().join()).not.toContain('lost');
  });

  it('a line of a shared chat names the chat that it was written in', async () => {
    const client = await connect(CAPABILITIES, ...anonymous);
    await client.hear('ROOMSTATE');
    twitch.control('chat', { who: 'xqc', by: 'late_latency', text: 'from there', sharedFrom: 'shroud' });
    const line = await client.hear('from there');
    expect(line).toContain('room-id=71092938');
    expect(line).toContain('source-room-id=37402112');
  });
});

it('the view of a chat has its lines, without deleted ones, and shows whether an app reads it', async () => {
  const view = () => twitch.control('chat-lines', { who: 'xqc' }) as Chat;
  const shown = () => view().lines.map(({ by, badges, text, note }) => [by, badges, text, note]);
  twitch.control('standing', { who: 'xqc', by: 'marlow_keys', standing: 'moderator', isOn: true });
  twitch.control('chat', { who: 'xqc', by: 'marlow_keys', text: '\u0001ACTION waves\u0001' });
  const { id } = twitch.control('chat', { who: 'xqc', by: 'spammer', text: 'buy now' }) as { id: string };
  twitch.control('raid', { who: 'xqc', by: 'shroud', viewers: 9 });
  const [waves, raid] = [
    ['Marlow_Keys', ['moderator'], 'waves', null],
    ['shroud', [], '', '9 raiders from shroud have joined!'],
  ];
  expect(shown()).toEqual([waves, ['spammer', [], 'buy now', null], raid]);
  twitch.control('delete-line', { who: 'xqc', id });
  expect(shown()).toEqual([waves, raid]);
  twitch.control('ban', { who: 'xqc', by: 'shroud' });
  expect(shown()).toEqual([waves]);
  expect(view().isHeard).toBe(false);
  const { hear } = await connect(...anonymous);
  await hear('End of /NAMES');
  expect(view().isHeard).toBe(true);
});
