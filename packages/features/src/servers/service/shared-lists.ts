import type { GuildMessageBody, GuildMessageList, RandomMessage, ServerId, SingleMessageBody } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';

/** Does the work of one list of texts that `messages?type` names. */
export interface ListOwner {
  readonly save: (
    ctx: Ctx,
    place: { readonly serverId: ServerId; readonly list: GuildMessageList },
    subType: string | undefined,
    item: GuildMessageBody | RandomMessage | SingleMessageBody,
  ) => Promise<void>;
  readonly remove: (
    ctx: Ctx,
    place: { readonly serverId: ServerId; readonly list: GuildMessageList },
    subType: string,
  ) => Promise<void>;
}

declare module '@tally/kernel' {
  interface Feature {
    /** The lists of `/messages?type` that this feature owns. */
    readonly messageLists?: { readonly [L in GuildMessageList]?: ListOwner };
  }
}

export function ownerOfMessages(ctx: Ctx, list: GuildMessageList): ListOwner {
  for (const { messageLists } of ctx.features) {
    const owner = messageLists?.[list];
    if (owner) return owner;
  }
  throw new AppError('notBuilt');
}
