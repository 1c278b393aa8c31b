import { z } from 'zod';
import type { Runs } from '../../platform/controls.ts';
import { ControlError } from '../../world.ts';
import { findByLogin, type Person, type TwitchWorld } from '../world.ts';
import { askToReconnect } from './connections.ts';
import { announce, clear, deleteLine, speak, writerOf } from './speak.ts';

const who = z.string();
/** Anyone may write, and an unknown name becomes a new person. */
const by = z.string().regex(/^\w{1,25}$/, 'a login has 1 to 25 letters, digits or _');
const text = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[^\r\n]*$/, 'a line has no breaks');

export const ircBodies = {
  chat: z.strictObject({
    who,
    by,
    text,
    tags: z.record(z.string(), z.string()).optional(),
    sharedFrom: z.string().optional(),
  }),
  'delete-line': z.strictObject({ who, id: z.string() }),
  ban: z.strictObject({ who, by, seconds: z.coerce.number().int().min(1).optional() }),
  'clear-chat': z.strictObject({ who }),
  subscribe: z.strictObject({ who, by, months: z.coerce.number().int().min(1).default(1), text: text.optional() }),
  gift: z.strictObject({ who, by, to: by.optional(), count: z.coerce.number().int().min(1).max(100).default(1) }),
  raid: z.strictObject({ who, by, viewers: z.coerce.number().int().min(1).default(40) }),
  irc: z.strictObject({ do: z.enum(['reconnect', 'drop', 'silence', 'plain', 'batch', 'fragments']) }),
};

export function getPerson(world: TwitchWorld, login: string): Person {
  const person = findByLogin(world, login);
  if (!person) throw new ControlError(404, `Nobody on the simulated Twitch is called ${login}.`);
  return person;
}

export function ircRuns(world: TwitchWorld): Runs<typeof ircBodies> {
  const get = (login: string): Person => getPerson(world, login);
  return {
    chat: ({ who: channel, sharedFrom, ...speech }) =>
      speak(world, get(channel), { ...speech, sharedFrom: sharedFrom === undefined ? undefined : get(sharedFrom) }),
    'delete-line': (body) => {
      if (!deleteLine(world, get(body.who), body.id))
        throw new ControlError(404, 'Nobody wrote this line, or long ago.');
    },
    ban: (body) => clear(world, get(body.who), body),
    'clear-chat': (body) => clear(world, get(body.who), {}),
    subscribe: ({ who: channel, by: login, months, text: words }) => {
      const name = writerOf(world, login).displayName;
      const kind = months === 1 ? 'sub' : 'resub';
      const systemText = `${name} subscribed at Tier 1.${months === 1 ? '' : ` They've subscribed for ${months} months!`}`;
      const params = {
        'cumulative-months': String(months),
        'sub-plan': '1000',
        'sub-plan-name': 'Channel Subscription',
      };
      return announce(world, get(channel), { by: login, kind, systemText, text: words, params });
    },
    gift: ({ who: channel, by: login, to, count }) => gift(world, get(channel), { login, to, count }),
    raid: ({ who: channel, by: login, viewers }) => {
      const { login: name, displayName } = writerOf(world, login);
      const params = { displayName, login: name, viewerCount: String(viewers) };
      const systemText = `${viewers} raiders from ${displayName} have joined!`;
      return announce(world, get(channel), { by: login, kind: 'raid', systemText, params });
    },
    irc: ({ do: kind }) => {
      if (kind === 'reconnect') return askToReconnect(world);
      if (kind === 'drop') return world.irc.close();
      world.irc.isSilent = kind === 'silence';
      world.irc.framing = kind === 'silence' ? 'plain' : kind;
    },
  };
}

/** Several gifts come in one notice, and then one by one. */
function gift(world: TwitchWorld, channel: Person, about: { login: string; to: string | undefined; count: number }) {
  const name = writerOf(world, about.login).displayName;
  if (about.to === undefined || about.count > 1) {
    announce(world, channel, {
      by: about.login,
      kind: 'submysterygift',
      systemText: `${name} is gifting ${about.count} Tier 1 Subs to ${channel.displayName}'s community!`,
      params: { 'mass-gift-count': String(about.count), 'origin-id': 'origin', 'sub-plan': '1000' },
    });
  }
  for (let each = 0; each < about.count; each += 1) {
    const to = writerOf(world, about.to ?? `viewer_${each}`);
    announce(world, channel, {
      by: about.login,
      kind: 'subgift',
      systemText: `${name} gifted a Tier 1 sub to ${to.displayName}!`,
      params: {
        'recipient-display-name': to.displayName,
        'recipient-id': to.userId,
        'recipient-user-name': to.login,
        'sub-plan': '1000',
        ...(about.count > 1 ? { 'origin-id': 'origin' } : {}),
      },
    });
  }
}
