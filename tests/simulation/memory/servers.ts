import type * as Store from '../../../packages/discord/src/gateway/store/sessions.ts';
import { statement } from './database.ts';

export * from '../../../packages/discord/src/gateway/store/sessions.ts';

export const findServerStates = ((db, serverIds) =>
  statement(db, 'findServerStates', (view) => {
    const found = view.rows('servers').filter(({ id }) => serverIds.some((wanted) => wanted === id));
    return new Map(found.map(({ id, state }) => [id as (typeof serverIds)[number], state]));
  })) satisfies typeof Store.findServerStates;
