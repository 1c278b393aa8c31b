/** How often a channel is asked about, and how much asking the platform bears. Seconds are of our clock. */
export interface Pace {
  /** Questions (of up to `batchSize` channels) per minute that the platform allows us; the sweep never asks more. */
  readonly questionsPerMinute: number;
  /** Seconds between two questions about a channel of which nothing is going on. */
  readonly idleSeconds: number;
  /** The same for channels that are live, or were within the last hours. */
  readonly busySeconds: number;
  /** For a platform that pushes nothing and bears few questions: they go where a start is likeliest. */
  readonly byHabit?: {
    /** Around the time at which a creator usually starts or plans to, and while an end is in doubt. */
    readonly expectedSeconds: number;
    /** While live: only the title and the end are open. */
    readonly liveSeconds: number;
    /** For creators who have not been live for weeks. */
    readonly quietSeconds: number;
  };
  /** How many questions a minute people who are logged in may have us ask, all together. What is left is detection's. */
  readonly peoplePerMinute: number;
  /** The same for all strangers together. */
  readonly strangersPerMinute: number;
  /** How many channels one person may look up in a day. */
  readonly lookUpsPerDay: number;
  /** True: a search costs no more than any other question, so it may run while a person types. */
  readonly isSearchCheap?: boolean;
}
