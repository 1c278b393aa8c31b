import { findByLogin, type Person, type TwitchWorld } from '../world.ts';
import { type ReadLine, readLine } from './lines.ts';
import { send } from './send.ts';
import { speak, userTags } from './speak.ts';
import type { IrcClient } from './state.ts';

/** Allows 20 joins in 10 seconds. More are ignored silently: https://dev.twitch.tv/docs/chat/#rate-limits */
const JOINS = { count: 20, withinMs: 10_000 };
const known = ['tags', 'commands', 'membership'] as const;

export function receive(world: TwitchWorld, client: IrcClient, line: string): void {
  const read = readLine(line);
  const run = commands[read.command];
  if (run) run(world, client, read);
  else send(world, client, { text: `421 ${client.nick ?? '*'} ${read.command} :Unknown command` });
}

const commands: Readonly<Record<string, (world: TwitchWorld, client: IrcClient, line: ReadLine) => void>> = {
  CAP: takeCapabilities,
  PASS: (_world, client, { params }) => void (client.password = params[0] ?? ''),
  NICK: welcome,
  // Most clients send these commands, and Twitch ignores them: https://dev.twitch.tv/docs/chat/irc/
  USER: () => {},
  PONG: () => {},
  PING: (world, client, { params }) => send(world, client, { text: `PONG tmi.twitch.tv :${params[0] ?? ''}` }),
  JOIN: (world, client, { params }) => (params[0] ?? '').split(',').forEach((name) => join(world, client, name)),
  PART: (world, client, { params }) => (params[0] ?? '').split(',').forEach((name) => part(world, client, name)),
  PRIVMSG: say,
  QUIT: (_world, client) => client.socket.close(),
};

function takeCapabilities(world: TwitchWorld, client: IrcClient, { params }: ReadLine): void {
  const [what, list = ''] = params;
  if (what === 'END') return;
  if (what === 'LS')
    return send(world, client, { text: `CAP * LS :${known.map((name) => `twitch.tv/${name}`).join(' ')}` });
  const asked = list.split(' ').filter(Boolean);
  const names = asked.map((name) => known.find((each) => `twitch.tv/${each}` === name));
  const isKnown = names.every((name) => name !== undefined);
  if (isKnown) for (const name of names) client.capabilities.add(name);
  send(world, client, { text: `CAP * ${isKnown ? 'ACK' : 'NAK'} :${asked.join(' ')}` });
}

function welcome(world: TwitchWorld, client: IrcClient, { params }: ReadLine): void {
  const nick = (params[0] ?? '').toLowerCase();
  if (client.isWelcome || nick === '') return;
  if (!/^justinfan\d*$/.test(nick)) {
    const token = world.tokens.get(client.password.replace(/^oauth:/, ''));
    const person = findByLogin(world, nick);
    if (!token?.userId || person?.userId !== token.userId || token.expiresAt <= world.doors.now()) {
      // Every client receives this notice, with any capabilities.
      client.socket.send(':tmi.twitch.tv NOTICE * :Login authentication failed\r\n');
      return client.socket.close();
    }
    client.userId = person.userId;
  }
  client.nick = nick;
  client.isWelcome = true;
  const numbers = [
    '001 :Welcome, GLHF!',
    '002 :Your host is tmi.twitch.tv',
    '003 :This server is rather new',
    '004 :-',
  ];
  const motd = ['375 :-', '372 :You are in a maze of twisty passages, all alike.', '376 :>'];
  const own = client.userId ? [{ tags: userTags(world, nick), text: 'GLOBALUSERSTATE' }] : [];
  const lines = [...numbers, ...motd].map((line) => ({ text: line.replace(' ', ` ${nick} `) }));
  send(world, client, ...lines, ...own);
}

function join(world: TwitchWorld, client: IrcClient, name: string): void {
  const person = roomOf(world, name);
  if (!client.isWelcome || !person || client.rooms.has(person.login)) return;
  const now = world.doors.now().getTime();
  client.joins.push(now);
  while ((client.joins[0] ?? now) <= now - JOINS.withinMs) client.joins.shift();
  if (client.joins.length > JOINS.count) return;
  const { login, userId } = person;
  const nick = client.nick ?? '';
  client.rooms.add(login);
  const state = { 'emote-only': '0', 'followers-only': '-1', r9k: '0', slow: '0', 'subs-only': '0', 'room-id': userId };
  send(
    world,
    client,
    { prefix: `${nick}!${nick}@${nick}.tmi.twitch.tv`, text: `JOIN #${login}` },
    { prefix: `${nick}.tmi.twitch.tv`, text: `353 ${nick} = #${login} :${nick}` },
    { prefix: `${nick}.tmi.twitch.tv`, text: `366 ${nick} #${login} :End of /NAMES list` },
    // An anonymous reader is not a user in the chat and gets no state.
    ...(client.userId ? [{ tags: userTags(world, nick), text: `USERSTATE #${login}` }] : []),
    { tags: state, text: `ROOMSTATE #${login}` },
  );
  world.doors.changed('irc');
}

function part(world: TwitchWorld, client: IrcClient, name: string): void {
  const person = roomOf(world, name);
  if (!person || !client.rooms.delete(person.login)) return;
  const nick = client.nick ?? '';
  send(world, client, { prefix: `${nick}!${nick}@${nick}.tmi.twitch.tv`, text: `PART #${person.login}` });
}

/** `justinfan` cannot write, so the line is dropped silently. */
function say(world: TwitchWorld, client: IrcClient, { params }: ReadLine): void {
  const [name = '', text = ''] = params;
  const person = roomOf(world, name);
  if (!client.userId || !person || !client.rooms.has(person.login) || text === '' || Array.from(text).length > 500)
    return;
  speak(world, person, { by: client.nick ?? '', text, from: client });
  send(world, client, { tags: userTags(world, client.nick ?? ''), text: `USERSTATE #${person.login}` });
}

/** Joining a chat that does not exist is ignored silently. */
const roomOf = (world: TwitchWorld, name: string): Person | null =>
  name.startsWith('#') ? findByLogin(world, name.slice(1)) : null;
