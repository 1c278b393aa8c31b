/** How many API calls the caller has left. `GET /ratelimit` and the headers of every response report it. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the whole budget is available again, if the caller makes no more calls. */
  readonly resetAt: Date;
}
