import type { Panel } from '../../../actions.ts';

// The parts of `/control` responses that the page reads. See ../../../control/README.md

export interface User {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | null;
  readonly avatar?: string | null;
  readonly bot?: boolean;
  readonly is_demo?: boolean;
  readonly status?: string;
  readonly activities?: readonly Activity[];
  /** The data for Discord's own linked roles. */
  readonly role_connections?: readonly RoleConnection[];
}

export interface RoleConnection {
  readonly platform_name: string | null;
  readonly platform_username: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Activity {
  readonly type: number;
  readonly name: string;
  readonly url?: string | null;
  readonly details?: string | null;
  readonly state?: string | null;
}

export interface Member {
  readonly user: User;
  readonly nick?: string | null;
  readonly avatar?: string | null;
  readonly roles: readonly string[];
  /** True if the person has not accepted the server's rules yet. */
  readonly pending?: boolean;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly hoist: boolean;
  readonly position: number;
  readonly permissions: string;
  readonly managed: boolean;
  readonly tags?: { readonly bot_id?: string };
}

export interface Overwrite {
  readonly id: string;
  readonly type: number;
  readonly allow: string;
  readonly deny: string;
}

export interface Channel {
  readonly id: string;
  readonly type: number;
  readonly guild_id?: string;
  readonly name?: string;
  readonly topic?: string | null;
  readonly position?: number;
  readonly parent_id?: string | null;
  readonly permission_overwrites?: readonly Overwrite[];
  readonly recipients?: readonly User[];
  readonly message_count?: number;
  readonly thread_metadata?: { readonly archived: boolean };
}

export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly owner_id: string;
  readonly member_count: number;
  readonly channels: readonly Channel[];
  readonly threads?: readonly Channel[];
  readonly roles: readonly Role[];
  readonly members: readonly Member[];
  readonly emojis: readonly { readonly id: string; readonly name: string; readonly animated?: boolean }[];
  readonly bot_in: readonly string[];
}

export interface CommandOption {
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly options?: readonly CommandOption[];
}

export interface Command {
  readonly id: string;
  readonly application_id: string;
  readonly guild_id?: string;
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly options: readonly CommandOption[];
}

export interface Application {
  readonly id: string;
  readonly name: string;
  /** The user id of its bot. */
  readonly bot: string;
}

export interface DiscordState {
  readonly applications: readonly Application[];
  readonly users: readonly User[];
  readonly demo_user_id: string | null;
  readonly guilds: readonly Guild[];
  readonly dms: readonly Channel[];
  readonly commands: readonly Command[];
  readonly sessions: readonly { readonly id: string; readonly application_id: string; readonly connected: boolean }[];
}

export interface Emoji {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly animated?: boolean;
}

export interface Media {
  readonly url?: string;
  readonly proxy_url?: string;
  readonly width?: number | null;
  readonly height?: number | null;
}

export interface Embed {
  /** `rich` comes from an app. Other types are link cards. */
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly color?: number;
  readonly timestamp?: string;
  readonly author?: { readonly name: string; readonly url?: string; readonly icon_url?: string };
  readonly footer?: { readonly text: string; readonly icon_url?: string };
  readonly provider?: { readonly name?: string };
  readonly image?: Media;
  readonly thumbnail?: Media;
  readonly video?: Media;
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline?: boolean }[];
}

/** One interface for every component. `type` decides which fields exist. */
export interface Component {
  readonly type: number;
  readonly id?: number;
  readonly components?: readonly Component[];
  readonly component?: Component;
  readonly accessory?: Component;
  readonly custom_id?: string;
  readonly style?: number;
  readonly label?: string;
  readonly description?: string | null;
  readonly emoji?: Emoji;
  readonly url?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly min_values?: number;
  readonly max_values?: number;
  readonly options?: readonly SelectOption[];
  readonly content?: string;
  readonly accent_color?: number | null;
  readonly spoiler?: boolean;
  readonly divider?: boolean;
  readonly spacing?: number;
  readonly media?: Media;
  readonly items?: readonly {
    readonly media: Media;
    readonly description?: string | null;
    readonly spoiler?: boolean;
  }[];
  readonly file?: Media;
  readonly name?: string;
  readonly value?: string;
  readonly required?: boolean;
  readonly min_length?: number;
  readonly max_length?: number;
}

export interface SelectOption {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly default?: boolean;
}

export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly url: string;
  readonly size: number;
  readonly content_type?: string;
  readonly width?: number | null;
  readonly height?: number | null;
}

export interface Message {
  readonly id: string;
  readonly channel_id: string;
  readonly guild_id?: string;
  readonly type: number;
  readonly author: User;
  readonly content: string;
  readonly timestamp: string;
  readonly edited_timestamp: string | null;
  readonly embeds: readonly Embed[];
  readonly components: readonly Component[];
  readonly attachments: readonly Attachment[];
  readonly reactions?: readonly Reaction[];
  readonly flags?: number;
  readonly webhook_id?: string;
  readonly application_id?: string;
  readonly pinned?: boolean;
  readonly pinged?: {
    readonly everyone: boolean;
    readonly roles: readonly string[];
    readonly users: readonly string[];
  };
  readonly history?: readonly { readonly content: string; readonly at: string }[];
  readonly visible_to?: string;
  readonly message_reference?: { readonly type?: number; readonly message_id?: string };
  readonly message_snapshots?: readonly { readonly message: Message }[];
  readonly referenced_message?: Message | null;
  readonly thread?: Channel;
  /** Set for commands, but not for answers to a component. */
  readonly interaction?: { readonly user?: User; readonly name: string };
  readonly interaction_metadata?: object;
}

export interface Reaction {
  readonly emoji: Emoji;
  readonly count: number;
  readonly users?: readonly string[];
}

export interface Modal {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly Component[];
}

export interface Outcome {
  readonly interaction_id: string;
  readonly outcome: 'answered' | 'failed';
  readonly reason?: string;
  readonly type?: number;
  readonly modal?: Modal;
}

export interface RequestRecord {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface WorldState {
  readonly panel?: Panel;
  readonly requests?: readonly RequestRecord[];
}

export interface Fault {
  readonly id: string;
  readonly world: string;
  readonly kind: string;
  readonly percent: number;
  readonly route?: string;
  readonly times?: number;
  readonly hits: number;
}

export interface UnknownCall {
  readonly world: string;
  readonly method: string;
  readonly path: string;
}

export interface SimState {
  readonly now: string;
  readonly url: string;
  readonly faults: readonly Fault[];
  readonly unknownCalls: readonly UnknownCall[];
  readonly worlds: { readonly discord?: DiscordState } & Readonly<Record<string, WorldState | undefined>>;
}

export interface SimEvent {
  readonly id: number;
  readonly at: string;
  readonly world: string;
  readonly type: string;
  readonly data: unknown;
}
