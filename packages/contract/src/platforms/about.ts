/** One platform's facts. All lists of platforms, on the server and on pages, derive from these. */
export interface AboutPlatform {
  /** The brand name, which is spelled the same in every language. */
  readonly name: string;
  readonly colour: `#${string}`;
  /** The platform's position in lists on pages. */
  readonly place: number;
  /** The settings that an installation needs. With a real Discord, the platform is off without them. */
  readonly settings: readonly [string, ...string[]];
  /** The page where an operator gets the values for these settings. */
  readonly portal?: string;
  /** The bit of the platform's flag on the wire. It never changes. */
  readonly flagBit: number;
  /** How many streamers a server may follow without a plan. */
  readonly freeConnections: number;
  readonly links: {
    /** The website whose pages are named after creators. */
    readonly site: string;
    /** Matches the host names of the platform's sites. */
    readonly hosts: RegExp;
    /** Matches channel ids, which other programs' lists contain. */
    readonly ids?: RegExp;
  };
  /** The hosts of the platform's pictures. Pages load these through our proxy. */
  readonly pictures: {
    /** Host names, in which `*.` matches any subdomain. */
    readonly real: readonly string[];
    /** The path in the simulated world. */
    readonly simulated: string;
    /** With a real Discord, pictures come from the real hosts even if the platform's settings are missing. */
    readonly areOpen?: true;
  };
  /** The platform's kinds of message. `clip` and `vod` are the same on all platforms that have them. */
  readonly messages: readonly [string, ...string[]];
  /** The messages about the content that a platform publishes. */
  readonly published: Readonly<Partial<Record<'clip' | 'partnerClip' | 'vod' | 'video' | 'short', string>>>;
  /** Settings and facts besides the common ones: see `streamer-settings.ts` and `streamers.ts`. */
  readonly streamer: { readonly settings: readonly string[]; readonly facts: readonly string[] };
  /** How people link an account: by a login page, or by a URL that the creator pastes. Absent if they cannot. */
  readonly login?: 'oauth' | 'api-url';
  /** The page where a creator finds that URL. */
  readonly apiUrlPage?: string;
  /** True if a code in chat can prove that an account belongs to a person. */
  readonly hasChatCode?: true;
  /** True if roles can depend on a linked account. */
  readonly hasRoleSync?: true;
  /** True if supporters come as a list, because the platform cannot be queried about one person. */
  readonly listsSupporters?: true;
  /** True if we can show the chat and answer in it. */
  readonly hasChat?: true;
  readonly hasEmotes?: true;
  /** True if we can keep recordings longer than the platform does. */
  readonly keepsRecordings?: true;
  /** The flag that messages about clips require. */
  readonly clipFlag?: 'KickClips';
  /** True if the platform answers queries about one person. Others only push facts or list supporters. */
  readonly answersForPersons?: true;
  /** True if only badges in chat show that a person is a moderator or VIP of the channel. */
  readonly showsRolesAsBadges?: true;
  /** The platform's embedded player, for media rooms. */
  readonly player?: {
    /** The kinds of its videos, each with the length limit that applies. */
    readonly kinds: Readonly<Record<string, 'long' | 'short'>>;
    /** The known error numbers. Any other number means that the video cannot be played. */
    readonly errors: Readonly<Record<number, 'notFound' | 'notEmbeddable' | 'refererMissing' | 'blocked'>>;
    /** Real players need no key. With a real Discord they are used unless `simulatedBy` is set. */
    readonly address: {
      readonly real: string;
      /** The path in the simulated world. */
      readonly simulated: string;
      readonly simulatedBy: `${string}=${string}`;
      /** The setting that can contain another URL. */
      readonly setting: string;
    };
  };
}
