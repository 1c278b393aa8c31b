import { ApiError } from '../rules/errors.ts';
import { messageWire } from '../state/wire.ts';
import { answerInteraction } from '../work/answer.ts';
import { type Call, nothing, ok, openRoute, type Reply, type Route } from './route.ts';

export const callbackRoutes: readonly Route[] = [
  // This call counts toward neither the global limit nor a bucket.
  openRoute<unknown>(
    'POST /interactions/:interaction/:token/callback',
    { auth: 'none', body: { loose: true }, limit: null },
    callback,
  ),
];

async function callback(call: Call): Promise<Reply> {
  const { core, params, body, uploads, query } = call;
  const interaction = core.interactions.get(params.token ?? '');
  if (!interaction || interaction.id !== params.interaction) throw new ApiError(10062);
  const message = await answerInteraction(core, interaction, { body, uploads });
  if (query.get('with_response') !== 'true') return nothing;
  return ok({
    interaction: {
      id: interaction.id,
      type: interaction.type,
      response_message_id: message?.id ?? null,
      response_message_loading: message?.isLoading ?? false,
      response_message_ephemeral: message?.visibleTo !== undefined,
    },
    resource: message ? { type: 4, message: messageWire(core.state, message) } : null,
  });
}
