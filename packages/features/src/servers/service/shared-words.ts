import type {
  GreetType,
  MessageDraft,
  MessagePreview,
  Panel,
  PreviewType,
  panelBodies,
  ServerId,
} from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import type { z } from 'zod';

export interface PanelRequest<P extends Panel> {
  readonly body: z.output<(typeof panelBodies)[P]>;
  /** Mentions in the panel do not ping. */
  readonly dontPing: boolean;
}

/** Posts one kind of panel. Returns the sentence for the person who asked. */
export type PanelOwner<P extends Panel> = (ctx: Ctx, serverId: ServerId, request: PanelRequest<P>) => Promise<string>;

/**
 * Sends one kind of greeting as a test, without a ping. Returns the sentence for the person who asked. The settings of
 * the draft are checked already.
 */
export type GreetingOwner = (ctx: Ctx, serverId: ServerId, draft: MessageDraft) => Promise<string>;

/** Builds one kind of message as it would be posted now, with unsaved changes. */
export type PreviewOwner = (ctx: Ctx, serverId: ServerId, draft: MessageDraft) => Promise<MessagePreview>;

declare module '@tally/kernel' {
  interface Feature {
    /** The words of `/panel/{panel}` that this feature owns. */
    readonly panels?: { readonly [P in Panel]?: PanelOwner<P> };
    /** The words of `/greet/{type}` that this feature owns. */
    readonly greetings?: { readonly [T in GreetType]?: GreetingOwner };
    /** The words of `/messages/{type}/preview` that this feature owns. */
    readonly previews?: { readonly [T in PreviewType]?: PreviewOwner };
  }
}

export function ownerOfPanel<P extends Panel>(ctx: Pick<Ctx, 'features'>, panel: P): PanelOwner<P> {
  for (const { panels } of ctx.features) {
    const owner = panels?.[panel];
    // The key is the same word that selected the owner's type.
    if (owner) return owner;
  }
  throw new AppError('notBuilt');
}

export function ownerOfGreeting(ctx: Pick<Ctx, 'features'>, type: GreetType): GreetingOwner {
  for (const { greetings } of ctx.features) {
    const owner = greetings?.[type];
    if (owner) return owner;
  }
  throw new AppError('notBuilt');
}

export function ownerOfPreview(ctx: Pick<Ctx, 'features'>, type: PreviewType): PreviewOwner {
  for (const { previews } of ctx.features) {
    const owner = previews?.[type];
    if (owner) return owner;
  }
  throw new AppError('notBuilt');
}
