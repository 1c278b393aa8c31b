import type { AllowedMentions } from '../rules/mentions.ts';
import type { Draft } from '../rules/message.ts';
import type { Tag } from '../state/types.ts';

// The fields of bodies that the handlers read. The published specification checks bodies before. Its types do not
// compile under this project's settings, so the few fields in use are declared here.

export interface ReferenceBody {
  readonly type?: number | null;
  readonly message_id?: string;
  readonly channel_id?: string;
  readonly fail_if_not_exists?: boolean | null;
}

export interface MessageBody extends Draft {
  readonly allowed_mentions?: AllowedMentions | null;
  readonly nonce?: string | number | null;
  readonly enforce_nonce?: boolean | null;
  readonly message_reference?: ReferenceBody | null;
  readonly attachments?: { id?: string | number }[] | null;
}

export interface ChannelBody {
  readonly name?: string;
  readonly type?: number | null;
  readonly topic?: string | null;
  readonly position?: number | null;
  readonly parent_id?: string | null;
  readonly nsfw?: boolean | null;
  readonly rate_limit_per_user?: number | null;
  readonly permission_overwrites?: unknown[] | null;
  readonly bitrate?: number | null;
  readonly user_limit?: number | null;
  /** Only for forums. */
  readonly available_tags?: Partial<Tag>[] | null;
  /** Only for threads. */
  readonly applied_tags?: string[] | null;
  readonly archived?: boolean;
  readonly locked?: boolean;
  readonly auto_archive_duration?: number;
}

export interface OverwriteBody {
  readonly type?: number;
  readonly allow?: string | null;
  readonly deny?: string | null;
}
