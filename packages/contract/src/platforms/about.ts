/** The facts of one platform. Everything that lists platforms, on the server and on pages, derives from them. */
export interface AboutPlatform {
  /** A brand is spelled the same in every language. */
  readonly name: string;
  readonly colour: `#${string}`;
  /** Its position in lists on pages. */
  readonly place: number;
  /** The settings that an installation needs. With a real Discord, a platform without them is off. */
  readonly settings: readonly [string, ...string[]];
  /** Where an operator gets the values of these settings. */
  readonly portal?: string;
  /** The bit of its flag on the wire; it never changes. */
  readonly flagBit: number;
  /** How many streamers a server without a plan may follow. */
  readonly freeConnections: number;
  readonly links: {
    /** The site whose pages name creators. */
    readonly site: string;
    /** The names of its sites. */
    readonly hosts: RegExp;
    /** Ids of channels that lists from other programs contain. */
    readonly ids?: RegExp;
  };
  /** Where its pictures are, which pages load through our proxy. */
  readonly pictures: {
    /** `*.` matches any subdomain. */
    readonly real: readonly string[];
    /** The path in the simulated world. */
    readonly simulated: string;
    /** With a real Discord, pictures come from the real hosts even if the platform has no settings. */
    readonly areOpen?: true;
  };
  /** Its kinds of message. `clip` and `vod` apply to every platform that has them. */
  readonly messages: readonly [string, ...string[]];
  /** The messages about a platform's published content. */
  readonly published: Readonly<Partial<Record<'clip' | 'partnerClip' | 'vod' | 'video' | 'short', string>>>;
  /** What its streamers have besides the common settings and facts: see `streamer-settings.ts` and `streamers.ts`. */
  readonly streamer: { readonly settings: readonly string[]; readonly facts: readonly string[] };
  /** How an account is linked: by a login page, or by an address that the creator pastes. Absent: not at all. */
  readonly login?: 'oauth' | 'api-url';
  /** Where a creator finds that address. */
  readonly apiUrlPage?: string;
  /** A person can prove an account with a code in chat. */
  readonly hasChatCode?: true;
  /** Roles can follow a linked account. */
  readonly hasRoleSync?: true;
  /** Supporters come as a list, because there is no query for one person. */
  readonly listsSupporters?: true;
  /** The chat can be drawn and answered. */
  readonly hasChat?: true;
  readonly hasEmotes?: true;
  /** Recordings can be kept beyond the platform's own time. */
  readonly keepsRecordings?: true;
  /** The flag that messages about clips need. */
  readonly clipFlag?: 'KickClips';
  /** True if we can ask what a person is in a channel. Other platforms only push facts, or list supporters. */
  readonly answersForPersons?: true;
  /** Only the badges of a chat line show that a person moderates the channel or is a VIP there. */
  readonly showsRolesAsBadges?: true;
  /** Its embedded player, for media rooms. */
  readonly player?: {
    /** The kinds of its videos, and which limit on length each kind has. */
    readonly kinds: Readonly<Record<string, 'long' | 'short'>>;
    /** The known error numbers. Any other number means that the video cannot be played. */
    readonly errors: Readonly<Record<number, 'notFound' | 'notEmbeddable' | 'refererMissing' | 'blocked'>>;
    /** Real players need no key. Beside a real Discord they are used unless `simulatedBy` is set. */
    readonly address: {
      readonly real: string;
      /** The path in the simulated world. */
      readonly simulated: string;
      readonly simulatedBy: `${string}=${string}`;
      /** The setting that holds another address. */
      readonly setting: string;
    };
  };
}
