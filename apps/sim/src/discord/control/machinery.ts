import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import { makeApplication } from '../seed/application.ts';
import { makeKeys } from '../seed/keys.ts';
import { makeUser } from '../state/make.ts';
import { action, Id, userOf } from './ask.ts';

const GatewayDo = z.object({
  do: z.enum(['drop', 'reconnect', 'invalidate']),
  code: z.number().int().min(1000).max(4999).default(4000),
  resumable: z.boolean().default(true),
  application_id: Id.optional(),
});
const Limits = z.object({
  enabled: z.boolean().optional(),
  global: z.number().int().positive().optional(),
  address: z.number().int().positive().nullable().optional(),
  old_edits_by_hour: z.boolean().optional(),
});
const ChangedApplication = z.object({
  application_id: Id,
  privileged_intents: z.number().int().min(0).optional(),
  max_concurrency: z.number().int().positive().optional(),
  recommended_shards: z.number().int().positive().optional(),
  identifies_left: z.number().int().min(0).optional(),
  interactions_endpoint_url: z.url().nullable().optional(),
});

/** Creates the actions on hidden parts: connections, limits, applications. */
export const machineryControls = (core: Core): Record<string, Control> => ({
  gateway: action(GatewayDo, (asked) => {
    const { gateway } = core;
    if (asked.do === 'drop')
      return {
        sessions: gateway.drop({ code: asked.code, applicationId: asked.application_id, resumable: asked.resumable }),
      };
    return { sessions: gateway.send(asked.do === 'reconnect' ? 7 : 9, asked.resumable, asked.application_id) };
  }),
  limits: action(Limits, (asked) => {
    const { settings } = core.limits;
    if (asked.enabled !== undefined) {
      settings.enabled = asked.enabled;
      core.gateway.options.limits = asked.enabled;
    }
    if (asked.global !== undefined) settings.global = asked.global;
    if (asked.address !== undefined) settings.address = asked.address;
    if (asked.old_edits_by_hour !== undefined) settings.oldEditsByHour = asked.old_edits_by_hour;
    return settings;
  }),
  figures: action(z.object({}), () => ({ stats: core.stats })),
  requests: action(z.object({ last: z.number().int().min(1).max(5000).default(100) }), ({ last }) => ({
    requests: core.state.requests.slice(-last),
  })),
  application: action(ChangedApplication, (asked) => {
    const application = core.state.applications.get(asked.application_id);
    if (!application) throw new ControlError(404, 'There is no such application');
    if (asked.privileged_intents !== undefined) application.privilegedIntents = asked.privileged_intents;
    if (asked.max_concurrency !== undefined) application.maxConcurrency = asked.max_concurrency;
    if (asked.recommended_shards !== undefined) application.recommendedShards = asked.recommended_shards;
    if (asked.identifies_left !== undefined)
      application.identifies.used = application.identifies.total - asked.identifies_left;
    if (asked.interactions_endpoint_url !== undefined)
      application.interactionsEndpointUrl = asked.interactions_endpoint_url;
    return { id: application.id };
  }),
  'add-application': action(z.object({ name: z.string().min(1), owner_id: Id }), ({ name, owner_id }) => {
    const owner = userOf(core, owner_id);
    const bot = makeUser(core.state, { username: name, bot: true });
    const [token, secret] = [core.state.secret('bot'), core.state.secret('client')];
    makeApplication(core.state, {
      id: bot.id,
      name,
      token,
      secret,
      botId: bot.id,
      ownerId: owner.id,
      keys: makeKeys(),
    });
    return { id: bot.id, token, secret };
  }),
});
