import { placeholdersFor } from '@tally/contract';
import { type MessagePayload, type Rendering, renderMessage } from '@tally/message/discord';
import type { ServerSummary } from '../servers/index.ts';
import type { StickyText } from './tables.ts';

export interface StickyScene {
  readonly body: StickyText;
  readonly server: Pick<ServerSummary, 'name' | 'iconUrl' | 'memberCount' | 'locale'>;
  readonly now: Date;
  readonly mayHaveButtons: boolean;
  readonly mayHaveIdentity: boolean;
  /** Our name, which is shown if the server allows it. */
  readonly signature: string | null;
}

/** Never pings, even if the sticky mentions people, because it is posted many times a day. */
export function renderSticky(scene: StickyScene): {
  payload: MessagePayload | null;
  identity: Rendering['identity'];
} {
  const { body, server, now } = scene;
  const embed =
    body.embed && scene.signature && !body.embed.footer ? { ...body.embed, footer: scene.signature } : body.embed;
  const { payload, identity } = renderMessage({
    template: { ...body, embed, buttons: scene.mayHaveButtons ? (body.buttons ?? []) : [] },
    placeholders: placeholdersFor('sticky'),
    values: {
      server: server.name,
      server_icon: server.iconUrl,
      member_count: server.memberCount,
      now: `<t:${Math.floor(now.getTime() / 1000)}:f>`,
    },
    locale: server.locale,
    ping: { isSilent: true },
  });
  return { payload, identity: scene.mayHaveIdentity ? identity : null };
}
