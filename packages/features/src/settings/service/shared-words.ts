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
  /** True if mentions in the panel do not ping. */
  readonly dontPing: boolean;
}

/** Posts one kind of panel. Returns the sentence for the person who asked. */
export type PanelOwner<P extends Panel> = (ctx: Ctx, serverId: ServerId, request: PanelRequest<P>) => Promise<string>;

/**
 * Sends one kind of message as a test, without a ping. The draft's settings are already checked. Returns the sentence
 * for the person who asked.
 */
export type GreetingOwner = (ctx: Ctx, serverId: ServerId, draft: MessageDraft) => Promise<string>;

/** Renders one kind of message as it would be posted now, with unsaved changes. */
export type PreviewOwner = (ctx: Ctx, serverId: ServerId, draft: MessageDraft) => Promise<MessagePreview>;

/** URL words that several features share. The feature that owns a word does the work. */
export interface SharedWords {
  /** The owner of each word in `/panel/{panel}`. */
  readonly panels?: { readonly [P in Panel]?: PanelOwner<P> };
  /** The owner of each word in `/greet/{type}`. */
  readonly greetings?: { readonly [T in TestedType]?: GreetingOwner };
  /** The owner of each word in `/messages/{type}/preview`. */
  readonly previews?: { readonly [T in PreviewType]?: PreviewOwner };
  /** The owner of each word in `/roles?type`. */
  readonly roleLists?: { readonly [L in GuildRoleList]?: RoleListOwner };
  /** The owner of each word in `/messages?type`. */
  readonly messageLists?: { readonly [L in GuildMessageList]?: ListOwner };
}

declare module '@tally/kernel' {
  interface Feature {
    /** The words in shared URLs that this feature owns. */
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

/** The URL's word chose the schema that validated the body, so both have the same type. */
export const ownerOfPanel = <P extends Panel>(ctx: Pick<Ctx, 'features'>, panel: P): PanelOwner<P> =>
  ownerOf<PanelOwner<P>>(ctx, ({ panels }) => panels?.[panel]);
