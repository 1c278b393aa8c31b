import type { RoleId, StreamerBody, StreamerMessageType } from '@tally/contract';
import type { Video } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import type { TextDraft } from '../../message-editor/index.ts';
import type { StreamerRow } from '../../streamers/index.ts';

/** The facts of a delivery, in the form in which we write them. */
export interface About {
  /** For a live message: whether it shows the stream or its end. */
  readonly phase?: 'live' | 'end';
  readonly vodUrl?: string;
  readonly video?: { readonly id: string; readonly kind: Video['kind'] };
  readonly test?: 'live' | 'video';
  /** The message that a test shows. Absent: the one for streams, or the one for the latest video. */
  readonly message?: StreamerMessageType;
  /** Unsaved changes that a test tries out. */
  readonly draft?: StreamerDraft;
  /** The category is not known yet, and an override may decide differently once it is. */
  readonly awaitsCategory?: boolean;
  /** The decision of an override, if any. */
  readonly override?: { readonly pingRoleId: RoleId | 'nobody' | null; readonly publish: boolean | null } | null;
}

/** Unsaved changes; an absent field is unchanged, null clears it. */
export interface StreamerDraft {
  readonly settings?: StreamerRow['settings'];
  readonly messages?: MessagesDraft;
}

/** Unsaved messages. An absent one is used as saved. */
export interface MessagesDraft {
  /** All of the streamer's own messages. */
  readonly own?: StreamerBody['customMessages'];
  /** The server's message, of the requested type. */
  readonly ofServer?: TextDraft;
}

export const aboutOf = (delivery: Pick<Delivery, 'about'>): About => delivery.about;
