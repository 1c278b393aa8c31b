/** How much the caller may still ask of the API; told by `GET /ratelimit` and in the headers of every answer. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the whole budget is there again, if nothing more is asked. */
  readonly resetAt: Date;
}
