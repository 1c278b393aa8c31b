import type { Platform } from '@tally/contract';
import type { Option } from '@tally/discord/interactions';
import { proposeStreamers } from '../service/names/pick.ts';

/** The option for a followed creator. People see the name; the value is the row's id. */
export const streamerOption = (
  only: { readonly platform?: Platform } = {},
  change: Partial<Pick<Option, 'about' | 'isRequired'>> = {},
): Option => ({
  name: 'streamer',
  about: 'commands.optionStreamer',
  type: 'text',
  isRequired: true,
  max: 100,
  ...change,
  complete: async (ctx, typed, call) => (call.serverId ? await proposeStreamers(ctx, call.serverId, typed, only) : []),
});
