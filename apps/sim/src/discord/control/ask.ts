import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import type { Channel, Guild, Message, User } from '../state/types.ts';

export const Id = z.string().regex(/^\d{5,20}$/, 'must be an ID');

/** Creates an action whose body is checked first. */
export const action =
  <Shape extends z.ZodType>(shape: Shape, run: (body: z.output<Shape>) => unknown): Control =>
  (body) =>
    run(shape.parse(body ?? {}));

const found = <Thing>(thing: Thing | undefined, what: string): Thing => {
  if (thing === undefined) throw new ControlError(404, `There is no such ${what}`);
  return thing;
};

export const userOf = (core: Core, id: string): User => found(core.state.users.get(id), 'user');
export const guildOf = (core: Core, id: string): Guild => found(core.state.guilds.get(id), 'server');
export const channelOf = (core: Core, id: string): Channel => found(core.state.channels.get(id), 'channel');
export const messageOf = (core: Core, channelId: string, id: string): Message =>
  found(channelOf(core, channelId).messages.get(id), 'message');
