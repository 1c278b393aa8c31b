import type { RoleId, StreamerBody, StreamerMessageType } from '@tally/contract';
import type { Video } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import type { TextDraft } from '../../message-editor/index.ts';
import type { StreamerRow } from '../../streamers/index.ts';

/** The facts that this feature stores in a delivery. */
export interface About {
  /** Whether a live message shows the running stream or its end. */
  readonly phase?: 'live' | 'end';
  readonly vodUrl?: string;
  readonly video?: { readonly id: string; readonly kind: Video['kind'] };
  readonly test?: 'live' | 'video';
  /** The message that a test shows. By default, the one for streams or for the latest video. */
  readonly message?: StreamerMessageType;
  /** The unsaved changes that a test tries out. */
  readonly draft?: StreamerDraft;
  /** True if the category is unknown so far. Once it is known, an override may change the decision. */
  readonly awaitsCategory?: boolean;
  /** What an override has decided, if one applies. */
  readonly override?: { readonly pingRoleId: RoleId | 'nobody' | null; readonly publish: boolean | null } | null;
}

/** Unsaved changes of a streamer. A missing field keeps its saved value, and null clears it. */
export interface StreamerDraft {
  readonly settings?: StreamerRow['settings'];
  readonly messages?: MessagesDraft;
}

/** Unsaved messages. A missing one keeps its saved text. */
export interface MessagesDraft {
  /** All messages that the streamer has in place of the server's. */
  readonly own?: StreamerBody['customMessages'];
  /** The server's own message of the requested type. */
  readonly ofServer?: TextDraft;
}

export const aboutOf = (delivery: Pick<Delivery, 'about'>): About => delivery.about;
