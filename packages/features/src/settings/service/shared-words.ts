import type {
  GuildMessageList,
  GuildRoleList,
  MessageDraft,
  MessagePreview,
  Panel,
  PreviewType,
  panelBodies,
  ServerId,
  TestedType,
} from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import type { z } from 'zod';
import type { ListOwner, RoleListOwner } from './shared-lists.ts';

export interface PanelRequest<P extends Panel> {
  readonly body: z.output<(typeof panelBodies)[P]>;
  /** Mentions in the panel do not ping. */
  readonly dontPing: boolean;
}

/** Posts one kind of panel. Returns the sentence for the person who asked. */
export type PanelOwner<P extends Panel> = (ctx: Ctx, serverId: ServerId, request: PanelRequest<P>) => Promise<string>;

/**
 * Sends one kind of message as a test, without a ping. Returns the sentence for the person who asked. The settings of
 * the draft are checked already.
 */
export type GreetingOwner = (ctx: Ctx, serverId: ServerId, draft: MessageDraft) => Promise<string>;

/** Builds one kind of message as it would be posted now, with unsaved changes. */
export type PreviewOwner = (ctx: Ctx, serverId: ServerId, draft: MessageDraft) => Promise<MessagePreview>;

/** Words of calls that serve several features. The owner of a word does the work. */
export interface SharedWords {
  /** The owners of the words in `/panel/{panel}`. */
  readonly panels?: { readonly [P in Panel]?: PanelOwner<P> };
  /** The owners of the words in `/greet/{type}`. */
  readonly greetings?: { readonly [T in TestedType]?: GreetingOwner };
  /** The owners of the words in `/messages/{type}/preview`. */
  readonly previews?: { readonly [T in PreviewType]?: PreviewOwner };
  /** The owners of the words in `/roles?type`. */
  readonly roleLists?: { readonly [L in GuildRoleList]?: RoleListOwner };
  /** The owners of the words in `/messages?type`. */
  readonly messageLists?: { readonly [L in GuildMessageList]?: ListOwner };
}

declare module '@tally/kernel' {
  interface Feature {
    /** The words that this feature owns in calls that serve several features. */
    readonly words?: SharedWords;
  }
}

export function ownerOf<Owner>(ctx: Pick<Ctx, 'features'>, find: (words: SharedWords) => Owner | undefined): Owner {
  for (const { words } of ctx.features) {
    const owner = words && find(words);
    if (owner) return owner;
  }
  throw new AppError('notBuilt');
}

/** The word in the URL chose the schema that validated the body, so both have the same type. */
export const ownerOfPanel = <P extends Panel>(ctx: Pick<Ctx, 'features'>, panel: P): PanelOwner<P> =>
  ownerOf<PanelOwner<P>>(ctx, ({ panels }) => panels?.[panel]);
