import { placeholdersFor, type StreamerMessageType } from '@tally/contract';
import { customId } from '@tally/discord/interactions';
import { say } from '@tally/kernel';
import type { MessageBody } from '@tally/message/defaults';
import {
  type ActionButton,
  isEveryone,
  type MessagePayload,
  type Ping,
  type Rendering,
  renderMessage,
  rolePing,
} from '@tally/message/discord';
import { cleanLine, cut } from '@tally/message/template';
import type { StreamerRow } from '../../streamers/index.ts';
import { type NotificationScene, serverValues, valuesOf } from './values.ts';

/** The id of the button's component. Its argument is the streamer's id. */
export const NOTIFY_ME = 'notify-me';

export interface Message extends NotificationScene {
  readonly streamer: StreamerRow;
  readonly type: StreamerMessageType;
  readonly template: MessageBody;
  /** A finished stream does not ping. A test shows the role's name but does not ping. */
  readonly pings: 'yes' | 'silently' | 'no';
  /** True if the message has a button with which people give themselves the ping role. */
  readonly hasNotifyButton: boolean;
}

export interface Rendered {
  readonly payload: MessagePayload;
  readonly identity: Rendering['identity'];
}

export type Render = (message: Message) => Rendered;

/** Renders a batch. Equal messages are rendered once and share one object. */
export function createRender(): Render {
  const known = new Map<MessageBody, { readonly isPersonal: boolean; readonly made: Map<string, Rendered> }>();
  return (message) => {
    const { template } = message;
    const { isPersonal, made } = known.get(template) ?? { isPersonal: namesServer(template), made: new Map() };
    known.set(template, { isPersonal, made });
    const key = keyOf(message, isPersonal);
    const rendered = made.get(key) ?? renderStreamerMessage(message);
    made.set(key, rendered);
    return rendered;
  };
}

function namesServer(template: MessageBody): boolean {
  const words = JSON.stringify(template);
  return serverValues.some((name) => words.includes(name));
}

/** The key contains everything within a batch that a template depends on. */
function keyOf({ streamer, type, channel, subject, pings, pingRoleId, hasNotifyButton }: Message, isPersonal: boolean) {
  const about =
    subject.kind === 'stream'
      ? [subject.session.id, subject.vodUrl, subject.links]
      : [subject.video.kind, subject.video.id, subject.video.url];
  // A test shows a made-up stream, so it uses the server's language.
  const isOwn =
    isPersonal || hasNotifyButton || pings === 'silently' || (pingRoleId && isEveryone(streamer.serverId, pingRoleId));
  const whose = isOwn ? streamer.id : null;
  return JSON.stringify([type, channel.platform, channel.id, about, pings, pingRoleId, hasNotifyButton, whose]);
}

export function renderStreamerMessage(message: Message): Rendered {
  const { template, type, subject } = message;
  const { payload, identity } = renderMessage({
    template: withEachLink(template, subject),
    placeholders: placeholdersFor(type),
    values: valuesOf(message),
    locale: message.looks.locale,
    ping: message.pings === 'no' ? {} : { ...pingOf(message), isSilent: message.pings === 'silently' },
    actions: message.hasNotifyButton ? [notifyButton(message)] : [],
  });
  const url = subject.kind === 'stream' ? subject.session.url : subject.video.url;
  return {
    // If all placeholders of an owner's message are empty, nothing remains, so we post the plain URL instead.
    payload: payload ?? { content: url, allowed_mentions: { parse: [], roles: [], users: [] } },
    identity,
  };
}

/** Replaces the button to the stream with one button per place, if there are several places to watch. */
function withEachLink(template: MessageBody, subject: Message['subject']): MessageBody {
  const links = subject.kind === 'stream' ? (subject.links ?? []) : [];
  if (links.length < 2) return template;
  const buttons = (template.buttons ?? []).flatMap((button) =>
    button.url?.trim() === '{url}'
      ? links.map(({ name, url }) => ({ ...button, title: `${button.title} · ${name}`, url }))
      : [button],
  );
  return { ...template, buttons };
}

const pingOf = ({ pingRoleId, streamer }: Pick<Message, 'pingRoleId' | 'streamer'>): Ping =>
  pingRoleId ? rolePing(streamer.serverId, pingRoleId) : {};

const notifyButton = ({ streamer, looks }: Pick<Message, 'streamer' | 'looks'>): ActionButton => ({
  type: 2,
  style: 2,
  custom_id: customId(NOTIFY_ME, streamer.id),
  label: say(looks.locale, 'notifications.notifyMe'),
  emoji: { name: '🔔' },
});

/** Discord requires a name of 1 to 100 characters. */
export function threadName({ subject, channel }: Pick<Message, 'subject' | 'channel'>): string {
  const title = subject.kind === 'stream' ? subject.session.details.title : subject.video.title;
  const name = cleanLine(title ?? '').trim();
  return cut(name === '' ? cleanLine(channel.displayName) || channel.name : name, 100);
}
