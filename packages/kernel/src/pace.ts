/** How often we query a channel, and how many requests the platform accepts. Seconds are by our clock. */
export interface Pace {
  /** Requests (for up to `batchSize` channels) per minute that the platform allows us. The sweep never exceeds it. */
  readonly questionsPerMinute: number;
  /** Seconds between two requests about an idle channel. */
  readonly idleSeconds: number;
  /** Seconds between two requests about channels that are live, or were live within the last hours. */
  readonly busySeconds: number;
  /** For a platform without pushes and with few requests. Most requests go to likely starts. */
  readonly byHabit?: {
    /** The pace near a creator's usual or planned start, and while it is unclear whether a stream has ended. */
    readonly expectedSeconds: number;
    /** The pace while the channel is live, when only a new title or the end can be news. */
    readonly liveSeconds: number;
    /** The pace for creators who have not been live for several weeks. */
    readonly quietSeconds: number;
  };
  /** Requests per minute for all logged-in people together. Detection gets the rest. */
  readonly peoplePerMinute: number;
  /** Requests per minute for all anonymous callers together. */
  readonly strangersPerMinute: number;
  /** How many channels one person may look up per day. */
  readonly lookUpsPerDay: number;
  /** True if a search costs as much as any other request, so it may run while a person types. */
  readonly isSearchCheap?: boolean;
}
