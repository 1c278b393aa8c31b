import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import { grantWish } from '../oauth/authorize.ts';
import { readWish } from '../oauth/wish.ts';
import { action, Id, userOf } from './ask.ts';

const Authorise = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  state: z.string().optional(),
  user_id: Id.optional(),
  guild_id: Id.optional(),
  permissions: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
});

export const oauthControls = (core: Core): Record<string, Control> => ({
  authorise: action(Authorise, ({ user_id, ...asked }) => {
    const query = new URLSearchParams({ response_type: 'code' });
    for (const [key, value] of Object.entries(asked)) if (value !== undefined) query.set(key, value);
    const wish = readWish(core, query);
    if (typeof wish === 'string') throw new ControlError(400, wish);
    const user = userOf(core, user_id ?? core.state.demoUserId ?? '');
    const outcome = grantWish(core, wish, { user, guildId: asked.guild_id ?? null });
    if ('refusal' in outcome) throw new ControlError(403, outcome.refusal);
    return outcome;
  }),
  'add-redirect': action(z.object({ client_id: z.string(), redirect_uri: z.url() }), ({ client_id, redirect_uri }) => {
    const application = core.state.applications.get(client_id);
    if (!application) throw new ControlError(404, 'There is no such application');
    if (!application.redirectUris.includes(redirect_uri)) application.redirectUris.push(redirect_uri);
    return { redirect_uris: application.redirectUris };
  }),
});
