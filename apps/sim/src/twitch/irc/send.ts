import type { TwitchWorld } from '../world.ts';
import { type Tags, writeTags } from './lines.ts';
import type { IrcClient } from './state.ts';

/** Lines only for clients that requested `twitch.tv/commands`. */
const needCommands =
  /^(CLEARCHAT|CLEARMSG|GLOBALUSERSTATE|HOSTTARGET|NOTICE|RECONNECT|ROOMSTATE|USERNOTICE|USERSTATE)\b/;

export interface IrcLine {
  readonly tags?: Tags;
  readonly prefix?: string;
  /** The line's command and its parameters. */
  readonly text: string;
}

export function send(world: TwitchWorld, client: IrcClient, ...lines: readonly IrcLine[]): void {
  if (world.irc.isSilent) return;
  const heard = lines
    .filter(({ text }) => client.capabilities.has('commands') || !needCommands.test(text))
    .map((line) => `${write(client, line)}\r\n`);
  if (heard.length > 0) put(world, client, heard);
}

function write(client: IrcClient, { tags, prefix = 'tmi.twitch.tv', text }: IrcLine): string {
  const head = tags && client.capabilities.has('tags') ? writeTags(tags) : '';
  return `${head}:${prefix} ${text}`;
}

function put(world: TwitchWorld, { socket }: IrcClient, lines: readonly string[]): void {
  if (socket.readyState !== socket.OPEN) return;
  if (world.irc.framing === 'fragments') {
    const bytes = Buffer.from(lines.join(''));
    // The text may be split at any position, even inside a character. A message is complete with its last frame.
    const middle = Math.floor(bytes.length / 2);
    socket.send(bytes.subarray(0, middle), { binary: false, fin: false });
    socket.send(bytes.subarray(middle), { binary: false, fin: true });
    return;
  }
  for (const text of world.irc.framing === 'batch' ? [lines.join('')] : lines) socket.send(text);
}

/** Sends lines to all clients in a chat, except the author of a line, who gets no echo. */
export function sendToRoom(world: TwitchWorld, room: string, lines: readonly IrcLine[], except?: IrcClient): void {
  for (const client of world.irc.clients) {
    if (client !== except && client.rooms.has(room)) send(world, client, ...lines);
  }
}
