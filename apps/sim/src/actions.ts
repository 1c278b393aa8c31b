/**
 * A person's actions in a world, as data. A world puts them into its `summary()` and the page draws the forms, so a new
 * world needs no code in the page.
 */
export interface ActionField {
  readonly name: string;
  readonly label: string;
  /** `subject` means one of the world's subjects, by id. */
  readonly kind: 'text' | 'long' | 'number' | 'choice' | 'subject' | 'switch';
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string | number | boolean;
  readonly isOptional?: boolean;
}

export interface Action {
  /** The action's name in `POST /control/<world>/<name>`. */
  readonly name: string;
  readonly label: string;
  /** Actions of a group share this heading. */
  readonly group: string;
  readonly fields: readonly ActionField[];
  /** The consequence of the action, in one sentence. */
  readonly hint?: string;
}

/** A person or thing of a world, with its most common actions. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly picture: string | null;
  readonly state: 'live' | 'away' | 'off';
  /** When the subject became `LIVE`. The page shows it as a running time. */
  readonly since: string | null;
  readonly line: string;
  readonly quick: readonly {
    readonly label: string;
    readonly action: string;
    readonly body: Readonly<Record<string, unknown>>;
  }[];
}

export interface ChatLine {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly badges: readonly string[];
  readonly text: string;
  /** The line that this one replies to. */
  readonly replyTo: string | null;
  /** The platform's own notice, such as a renewal or a raid. */
  readonly note: string | null;
}

/** The answer of the control `chat-lines {who}`. The event `CHAT {who}` means that it has changed. */
export interface Chat {
  /** True if an app reads this chat. */
  readonly isHeard: boolean;
  /** The lines, oldest first. */
  readonly lines: readonly ChatLine[];
}

/** The part of a world's summary that the page's panel draws. */
export interface Panel {
  readonly title: string;
  /** A word of the page's style sheet for the colored notch: kick, twitch … */
  readonly mark: string;
  readonly subjects: readonly Subject[];
  readonly actions: readonly Action[];
  /** Set if subjects have chats. The control `chat {who, by, …}` writes, with the text in the field of this name. */
  readonly chats?: {
    readonly textField: string;
    readonly writers: readonly { readonly id: string; readonly name: string }[];
  };
  readonly facts: readonly { readonly label: string; readonly value: string; readonly isOdd?: boolean }[];
}
